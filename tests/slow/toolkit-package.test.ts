/**
 * Packs the toolkit, installs it in an empty folder next to the client, and uses it as a newcomer would. All tests use one
 * folder, because an installation takes ten seconds of CPU time.
 */
import { spawn } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { runCommand } from '../../scripts/build/stale.ts';
import { listGuides, writeGuideScript } from '../../scripts/guides/shell-script.ts';
import { sampleOr } from '../support/sample.ts';
import { addressPattern, watchProcess } from '../support/servers/server-process.ts';
import {
  clientFolder,
  compile,
  createProject,
  createScratchFolder,
  installPackages,
  packPackage,
  root,
  type Tarball,
  testTarball,
} from './packed-package.ts';

const scratch = createScratchFolder();
const home = createProject(scratch, 'toolkit');
let toolkit: Tarball;
let client: Tarball;
let warnings: readonly string[];

beforeAll(async () => {
  toolkit = await packPackage(root, scratch);
  client = await packPackage(clientFolder, scratch);
  warnings = await installPackages(home, toolkit.path, client.path);
});

testTarball(() => toolkit, {
  paths:
    /^(package\.json|README\.md|CHANGELOG\.md|LICENSE|action\.yml|\.github\/workflows\/drift-nightly\.yml|(docs|ci|deploy)\/.+|dist\/(src|tests|openapi)\/.+)$/,
  maxBytes: 1_200_000,
  resolution: ['--profile', 'esm-only', '--entrypoints', '.', './testing', './testing/msw'],
});

test('it installs without a warning', () => {
  // Redocly warns on Node 20.
  expect(warnings.filter((line) => !/redocly/i.test(line))).toEqual([]);
});

test('npx bookdist prints its version', async () => {
  const { out } = await runCommand(home, 'npx', ['--no-install', 'bookdist', '--version']);
  expect(out.trim()).toBe(manifest.version);
});

test('its exported files exist', async () => {
  const names = ['distribution.yaml', 'requirements.yaml', 'report.schema.json', 'package.json'];
  const urls = names.map((name) => `import.meta.resolve('${manifest.name}/${name}')`);
  const program = `import { readFileSync } from 'node:fs';
    for (const url of [${urls.join(', ')}]) readFileSync(new URL(url));`;
  await runCommand(home, process.execPath, ['--input-type=module', '--eval', program]);
});

const programs = {
  'suite.ts': `
import { createDistribution } from 'book-distribution-client';
import { check, createSandbox, section } from 'book-distribution-contract';

export const suite = [
  section('My own questions', [
    check('read.answers-200', {
      'reads a book that was just created': async (t) => {
        const book = await t.make.draft('ebook');
        t.expect.status(await t.ask.read(book.id), 200);
      },
    }),
  ]),
];
const { fetch, close } = await createSandbox({ readings: { 'create.response': 'walkthrough' } });
const { books } = createDistribution({ baseUrl: 'http://any.example', apiKey: 'sandbox-key', fetch });
const { status } = await books.get('3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90').safe();
if (status !== 404) throw new Error(\`Expected 404 for an unknown book, got \${status}.\`);
await close();
`,
  'tester.ts': `
import { createDistribution } from 'book-distribution-client';
import { judgeTraffic, testingService } from 'book-distribution-contract/testing';

const service = await testingService({ readings: { 'publish.next-status': 'published' } });
const judge = judgeTraffic();
const { books } = createDistribution({ ...service.connection, fetch: judge.wrap(service.fetch) });
service.answer('listBooks', { status: 429, headers: { 'retry-after': '0' } });
if ((await books.list().toArray({ limit: 1 })).length > 0) throw new Error('The list is not empty.');
if (service.exchanges('listBooks').length !== 2) throw new Error('The client did not repeat the call.');
await judge.assertNoFindings();
await service.close();
`,
};

test('strict programs that use its types and its service for tests compile, and run without MSW', async () => {
  for (const [name, text] of Object.entries(programs)) writeFileSync(join(home, name), text);
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--skipLibCheck'];
  const modern = ['--module', 'nodenext', '--target', 'es2023', '--outDir', 'out'];
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
  await compile(home, ...strict, ...modern, ...types, ...Object.keys(programs));
  for (const name of ['suite.js', 'tester.js'])
    await runCommand(home, process.execPath, [join('out', name)]);
});

/** The guide that installs the packages, and one whose commands copy files of the package. */
const guidesInSample = ['get-started.md', 'let-an-agent-repair-a-service.md'];

test('the guides run in order, in one shell, with a sandbox in place of the staging service', async () => {
  const options = ['--port', '0', '--storage-port', '0', '--key', 'sandbox-key'];
  const bin = join(home, 'node_modules/.bin/bookdist');
  const sandbox = watchProcess(
    spawn(bin, ['sandbox', ...options, '--key', 'second-key'], { cwd: home }),
  );
  copyFileSync(toolkit.path, join(home, toolkit.filename));
  const guides = join(root, 'docs/guides');
  const names = sampleOr(guidesInSample, await listGuides(guides));
  const script = await writeGuideScript(guides, names, true);
  const address = `DISTRIBUTION_URL=${await sandbox.until(addressPattern)}`;
  const settings = [address, 'DISTRIBUTION_API_KEY=sandbox-key'];
  await runCommand(home, 'env', ['-u', 'GITHUB_ACTIONS', ...settings, 'sh', '-c', script]);
  await sandbox.end();
});

const toolTests = {
  'contract.test.mjs': `
import { testContract } from 'book-distribution-contract/vitest';
await testContract({ options: ['--own-sandbox', '--only', 'list', '--runs', '3'] });
`,
  'msw.test.mjs': `
import { createDistribution } from 'book-distribution-client';
import { testingService } from 'book-distribution-contract/testing';
import { answeredBy } from 'book-distribution-contract/testing/msw';
import { setupServer } from 'msw/node';
import { expect, it } from 'vitest';

it('finds the sandbox behind MSW', async () => {
  const baseUrl = 'https://staging.example.com';
  const service = await testingService({ baseUrl, storageUrl: 'https://bucket.example.com' });
  const server = setupServer(...answeredBy(service));
  server.listen({ onUnhandledRequest: 'error' });
  const { books } = createDistribution({ baseUrl, apiKey: 'sandbox-key' });
  expect(await books.list().toArray({ limit: 5 })).toEqual([]);
  server.close();
  await service.close();
});
`,
};

test('both packages work next to Vitest and MSW, the newest on Node 24, else the oldest supported ones', async () => {
  const isNew = Number.parseInt(process.versions.node, 10) >= 24;
  const tools = isNew ? ['vitest@5', 'msw@3'] : ['vitest@4', 'msw@2'];
  await installPackages(home, ...tools);
  for (const [name, text] of Object.entries(toolTests)) writeFileSync(join(home, name), text);
  const vitest = join(home, 'node_modules/vitest/vitest.mjs');
  const { out } = await runCommand(home, process.execPath, [vitest, 'run', '--no-color']);
  expect(out).toMatch(/Test Files {2}2 passed \(2\)/);
});
