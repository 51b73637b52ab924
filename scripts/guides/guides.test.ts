/** Runs each guide in an empty folder, in one shell, with a sandbox in place of the reader's staging service. */
import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { collectOutput } from '../../src/cli/shell/index.ts';
import { serveSandbox, type ServedSandbox } from '../../src/sandbox/index.ts';
import { listGuides, writeGuideScript } from './shell-script.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const guides = join(root, 'docs/guides');
let served: ServedSandbox;
let scratch = '';

beforeAll(async () => {
  served = await serveSandbox({ keys: ['sandbox-key', 'second-key'] });
  scratch = await mkdtemp(join(tmpdir(), 'bookdist-guides-'));
  const words = [
    process.execPath,
    '--import',
    import.meta.resolve('tsx'),
    `${root}src/cli/main.ts`,
  ];
  const program = `#!/bin/sh\nexec ${words.map((word) => `'${word}'`).join(' ')} "$@"\n`;
  await writeFile(join(scratch, 'bookdist'), program);
  await chmod(join(scratch, 'bookdist'), 0o755);
});
afterAll(async () => {
  await served.close();
  await rm(scratch, { recursive: true, force: true });
});

it.concurrent.each(await listGuides(guides))('the commands of %s exit as shown', async (name) => {
  const folder = await mkdtemp(join(scratch, 'guide-'));
  const script = await writeGuideScript(guides, [name], false);
  expect(script).not.toBe('');
  const child = spawn('/bin/sh', ['-c', script], {
    cwd: folder,
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
