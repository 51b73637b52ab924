/** Runs the commands of a summary in bash: the replay shows the drift again, and curl gets the same status. */
import { spawn } from 'node:child_process';
import { expect, it } from 'vitest';
import { findFaults } from '../own-sandbox.ts';
import { collectOutput } from '../shell/index.ts';
import { serveCommandLine } from '../../../tests/support/cli/command-server.ts';
import { driftingRun, runCommandLine } from '../../../tests/support/cli/run-command-line.ts';
import { cleanUpWith, createFolder, serveTestSandbox } from '../../../tests/support/fixtures.ts';

/** A key that bash changes unless it is quoted correctly. */
const key = 'key with $pecial "characters"';
const folder = createFolder();
const commands = await serveCommandLine(folder);
cleanUpWith(commands.close);

/** Runs a line in bash with the key exported, as a user would. */
async function runInBash(line: string) {
  const env = { PATH: `${folder}:/usr/bin:/bin`, HOME: folder, DISTRIBUTION_API_KEY: key };
  const child = spawn('/bin/bash', ['-c', line], { env, stdio: ['ignore', 'pipe', 'pipe'] });
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
  const sandbox = await serveTestSandbox({ key, faults: findFaults([fault]) });
  const args = ['verify', sandbox.url, '--only', requirement, '--allow', 'read,write'];
  const { code, out } = await runCommandLine([...args, '--runs', '1', '--out', folder], {
    width: 400,
    environment: { key },
  });
  expect(code, out).toBe(1);
  const [drift = 'no drift'] = /^✗ [\w.-]+/m.exec(out) ?? [];
  const replay = await runInBash(`${findLine('run again', out)} --out ${folder}`);
  expect(replay.code, replay.output).toBe(1);
  expect(replay.output).toContain(drift);
  const curlResult = await runInBash(findLine('curl', out));
  expect(curlResult.output).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
});

it('prints a command that reproduces a fault of our own sandbox, and no curl command', async () => {
  const { out } = await runCommandLine([...driftingRun, '--out', folder], { width: 400 });
  expect(out).not.toMatch(/^ {4}curl/m);
  const env = 'env -u DISTRIBUTION_API_KEY';
  const replay = await runInBash(`${env} ${findLine('run again', out)} --out ${folder}`);
  expect(replay.code, replay.output).toBe(1);
  expect(replay.output).toContain('list.page-size');
});
