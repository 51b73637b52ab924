/** Runs the commands of a summary in bash: the replay shows the drift again, and curl gets the same status. */
import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveSandbox } from '../../sandbox/index.ts';
import { findFaults } from '../own-sandbox/index.ts';
import { runCommandLine } from '../scenes/run-command-line.ts';
import { collectOutput } from '../shell/index.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));
/** A key that bash changes unless it is quoted correctly. */
const key = 'key with $pecial "characters"';
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bookdist-paste-'));
  const words = [process.execPath, '--import', import.meta.resolve('tsx'), main];
  const program = `#!/bin/sh\nexec ${words.map((word) => `'${word}'`).join(' ')} "$@"\n`;
  await writeFile(join(folder, 'bookdist'), program);
  await chmod(join(folder, 'bookdist'), 0o755);
});
afterAll(async () => rm(folder, { recursive: true }));

/** Runs a line in bash with the key exported, as a user would. */
async function runInBash(line: string) {
  const env = { PATH: `${folder}:/usr/bin:/bin`, HOME: folder, DISTRIBUTION_API_KEY: key };
  const child = spawn('/bin/bash', ['-c', line], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return collectOutput(child);
}

/** Returns the text after a label of the summary. */
function findLine(label: string, output: string): string {
  return new RegExp(`^ {4}${label} +(.+)$`, 'm').exec(output)?.[1] ?? '';
}

it.each([
  ['content-type-answers-415', 'create.content-type-400', '415'],
  ['language-filter-refused', 'list.language', '422'],
])('prints commands that reproduce the drift of %s', async (fault, requirement, status) => {
  const sandbox = await serveSandbox({ key, faults: findFaults([fault]) });
  try {
    const args = ['verify', sandbox.url, '--only', requirement, '--allow', 'read,write'];
    const { code, out } = await runCommandLine([...args, '--out', folder], {
      width: 400,
      environment: { key },
    });
    expect(code, out).toBe(1);
    const [drift = 'no drift'] = /^✗ [\w.-]+/m.exec(out) ?? [];
    const replay = await runInBash(findLine('run again', out));
    expect(replay.code, replay.output).toBe(1);
    expect(replay.output).toContain(drift);
    const curlResult = await runInBash(findLine('curl', out));
    expect(curlResult.output).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  } finally {
    await sandbox.close();
  }
});

it('prints a command that reproduces a fault of our own sandbox, and no curl command', async () => {
  const args = ['verify', '--fault', 'isbn-checksum-ignored', '--only', 'isbn.valid-on-create'];
  const { out } = await runCommandLine([...args, '--out', folder]);
  expect(out).not.toMatch(/^ {4}curl/m);
  const replay = await runInBash(findLine('run again', out));
  expect(replay.code, replay.output).toBe(1);
  expect(replay.output).toContain('isbn.valid-on-create');
});
