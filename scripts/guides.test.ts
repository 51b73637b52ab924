/** Runs the shell blocks of every guide in an empty folder against a sandbox. */
import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveSandbox, type ServedSandbox } from '../src/sandbox/index.ts';
import { collectOutput } from '../src/cli/shell/child-process.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const guides = await readdir(join(root, 'docs/guides'));
let served: ServedSandbox;
let scratch = '';

beforeAll(async () => {
  served = await serveSandbox({ keys: ['sandbox-key', 'second-key'] });
  scratch = await mkdtemp(join(tmpdir(), 'bookdist-guides-'));
  const bookdist = join(scratch, 'bookdist');
  const words = [
    process.execPath,
    '--import',
    import.meta.resolve('tsx'),
    `${root}src/cli/main.ts`,
  ];
  await writeFile(bookdist, `#!/bin/sh\nexec ${words.map((word) => `'${word}'`).join(' ')} "$@"\n`);
  await chmod(bookdist, 0o755);
});
afterAll(async () => {
  await served.close();
  await rm(scratch, { recursive: true, force: true });
});

interface Block {
  readonly script: string;
  /** The expected exit code, from `sh exit=1`. */
  readonly exit: number;
}

function blocksOf(guide: string): Block[] {
  return [...guide.matchAll(/^```sh(?: exit=(\d+))?\n(.*?)^```/gms)].map(
    ([, exit = '0', script = '']) => ({ script, exit: Number(exit) }),
  );
}

/** Returns a service address only for guides that use one. */
function settingsFor(guide: string): Record<string, string> {
  if (!guide.includes('DISTRIBUTION_URL')) return {};
  return { DISTRIBUTION_URL: served.url, DISTRIBUTION_API_KEY: served.key };
}

async function ran(script: string, folder: string, settings: Record<string, string>) {
  const named = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  const shell = ['sh', '-euc', `PATH="${scratch}:$PATH"\n${script}`];
  const child = spawn('env', ['-u', 'GITHUB_ACTIONS', ...named, ...shell], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return collectOutput(child);
}

it('finds the guides', async () => {
  expect(guides.length).toBeGreaterThan(5);
});

it.concurrent.each(guides)(
  '%s runs as shown',
  async (name) => {
    const guide = await readFile(join(root, 'docs/guides', name), 'utf8');
    const folder = await mkdtemp(join(scratch, 'guide-'));
    const blocks = blocksOf(guide);
    expect(blocks.length).toBeGreaterThan(0);
    for (const { script, exit } of blocks) {
      const { code, said } = await ran(script, folder, settingsFor(guide));
      expect(code, `${script}\n${said}`).toBe(exit);
    }
  },
  120_000,
);
