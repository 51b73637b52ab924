/** Runs each guide in an empty folder, in one shell, with a sandbox in place of the reader's staging service. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { collectOutput } from '../../src/cli/shell/index.ts';
import { serveSandbox, type ServedSandbox } from '../../src/sandbox/index.ts';
import { serveCommandLine } from '../../tests/support/cli/command-server.ts';
import { listGuides, writeGuideScript } from './shell-script.ts';

const guides = fileURLToPath(new URL('../../docs/guides', import.meta.url));
const originalFolder = process.cwd();
let served: ServedSandbox;
let scratch = '';
let commands: Awaited<ReturnType<typeof serveCommandLine>>;

beforeAll(async () => {
  served = await serveSandbox({ keys: ['sandbox-key', 'second-key'] });
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
  expect(script).not.toBe('');
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
});
