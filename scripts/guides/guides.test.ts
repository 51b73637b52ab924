/** Runs each guide in an empty folder, with a sandbox as the reader's staging service, and checks its outputs and links. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { existsSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { findFaults } from '../../src/cli/own-sandbox.ts';
import { collectOutput } from '../../src/cli/shell/index.ts';
import { serveSandbox, type ServedSandbox } from '../../src/sandbox/index.ts';
import { serveCommandLine } from '../../tests/support/cli/command-server.ts';
import { serveTestSandbox } from '../../tests/support/fixtures.ts';
import { parseSteps, runSteps } from '../../tests/slow/workflow-steps.ts';
import { runCommandLine } from '../../tests/support/cli/run-command-line.ts';
import { listGuides, listShownOutputs, writeGuideScript } from './shell-script.ts';
import { findStaleLine } from './shell-script.ts';
import manifest from '../../package.json' with { type: 'json' };

const root = fileURLToPath(new URL('../..', import.meta.url));
const guides = join(root, 'docs/guides');
const originalFolder = process.cwd();
let served: ServedSandbox;
let scratch = '';
let commands: Awaited<ReturnType<typeof serveCommandLine>>;

beforeAll(async () => {
  served = await serveSandbox({ keys: ['sandbox-key', 'second-key'], reviewMs: 1_000 });
  scratch = await mkdtemp(join(tmpdir(), 'bookdist-guides-'));
  commands = await serveCommandLine(scratch);
});
afterEach(() => process.chdir(originalFolder));
afterAll(async () => {
  commands.close();
  await served.close();
  await rm(scratch, { recursive: true, force: true });
});

it.each(await listGuides(guides))('the commands of %s exit as shown', async (name) => {
  process.chdir(await mkdtemp(join(scratch, 'guide-')));
  const script = await writeGuideScript(guides, [name], false);
  const child = spawn('/bin/sh', ['-c', script], {
    env: {
      PATH: `${scratch}:/usr/bin:/bin`,
      DISTRIBUTION_URL: served.url,
      DISTRIBUTION_API_KEY: served.key,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { code, output } = await collectOutput(child);
  expect(code, output).toBe(0);
  for (const { shown, file } of await listShownOutputs(guides, name)) {
    const real = await readFile(file, 'utf8');
    expect(findStaleLine(shown, real), `a line that ${name} shows is not in:\n${real}`).toBe(
      undefined,
    );
  }
});

it('the guide to Vitest shows a test that passes', async () => {
  const guide = await readFile(join(guides, 'test-in-vitest-and-msw.md'), 'utf8');
  const example = await readFile(join(root, 'examples/service-in-a-test.test.ts'), 'utf8');
  const text = example.replace('../src/testing/index.ts', 'book-distribution-contract/testing');
  expect(guide).toContain(`\`\`\`ts\n${text}\`\`\``);
});

it('the README shows the output of its command', async () => {
  process.chdir(await mkdtemp(join(scratch, 'readme-')));
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  const [, options = ''] = /\(`npm run verify --\s(--fault [^`]+)`\)/.exec(readme) ?? [];
  const shown = /^✗ .*?^DRIFT[^\n]*/ms.exec(readme)?.[0] ?? 'no output';
  const args = ['verify', '--own-sandbox', ...options.split(' ')];
  const { out } = await runCommandLine(args, { width: 200 });
  expect(findStaleLine(shown, out), out).toBe(undefined);
});

it('the nightly steps keep the history of nights in fresh checkouts, also after a drift', async () => {
  const folder = await mkdtemp(join(scratch, 'nights-'));
  const origin = join(folder, 'origin.git');
  const git = (...args: readonly string[]) => execFileSync('git', args, { encoding: 'utf8' });
  git('init', '--quiet', '--bare', origin);
  await writeFile(join(scratch, 'npx'), '#!/bin/sh\nexec "$@"\n', { mode: 0o755 });
  const text = await readFile(join(guides, 'follow-a-service-over-time.md'), 'utf8');
  const steps = parseSteps(/^```yaml\n(.*?)^```/ms.exec(text)?.[1] ?? '');
  const drifting = await serveTestSandbox({
    key: served.key,
    faults: findFaults(['page-one-too-long']),
  });
  const nights = [served, served, drifting, drifting];
  for (const [night, { url }] of nights.entries()) {
    const checkout = join(folder, `checkout-${night}`);
    git('clone', '--quiet', origin, checkout);
    process.chdir(checkout);
    const settings = { url, key: 'DISTRIBUTION_API_KEY', only: 'list.page', allow: ['write'] };
    await writeFile('bookdist.yaml', stringify({ targets: { staging: settings } }));
    // GitHub's runners have no identity for commits.
    const variables = { PATH: `${scratch}:/usr/bin:/bin`, GIT_CONFIG_GLOBAL: '/dev/null' };
    const environment = { ...variables, DISTRIBUTION_API_KEY: served.key };
    const { code, log } = await runSteps(steps, { folder: checkout, environment, context: {} });
    expect(code, log).toBe(night < 2 ? 0 : 1);
    const history = git('-C', origin, 'show', 'history:history.jsonl');
    expect(history.trim().split('\n'), log).toHaveLength(night + 1);
  }
});

/** For people who work on this project. The README says that these files are in the repository. */
const onlyInRepository = [
  '.github/ISSUE_TEMPLATE/wrong-verdict.yml',
  'CONTRIBUTING.md',
  'openapi/sandbox-control.yaml',
  'tests/support/servers/object-store.ts',
];

it.each(await listGuides(guides))('%s links to files of the package', async (name) => {
  const text = await readFile(join(guides, name), 'utf8');
  const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, to = '']) => to);
  const files = links.map((to) => relative(root, resolve(guides, to)));
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  const packaged = [...manifest.files, ...onlyInRepository];
  const missing = files.filter(
    (file) => !packaged.some((path) => file === path || file.startsWith(`${path}/`)),
  );
  expect(missing).toEqual([]);
});
