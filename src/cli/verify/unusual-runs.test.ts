/** Tests surprising answers, the file of histories that drifted, and interrupted runs. */
import { join } from 'node:path';
import { expect, test, it } from 'vitest';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { readReport } from '../output/index.ts';
import {
  createFolder,
  serveTestSandbox,
  cleanUpWith,
  startServer,
} from '../../../tests/support/fixtures.ts';
import { runCommandLine } from '../../../tests/support/cli/run-command-line.ts';
import type { Finding } from '../../harness/evidence/index.ts';
import { readHistories, writeHistories } from './remembered.ts';
import { createSandbox } from '../../sandbox/index.ts';
import { collectOutput } from '../shell/index.ts';

const folder = createFolder();
const run = ['--only', 'chapters.unmentioned', '--runs', '1', '--out', folder];

async function verify(reading: 'merge' | 'replace', ...options: readonly string[]) {
  const { url, key } = await serveTestSandbox({ readings: { 'chapters.unmentioned': reading } });
  const args = ['verify', url, '--allow', 'read,write', ...run, ...options];
  return runCommandLine(args, { environment: { key } });
}

test('exits with 0 for a surprising answer by default, and lists it as a warning', async () => {
  const { code, out } = await verify('replace');
  expect(code).toBe(0);
  expect(out).toContain('! 1 surprising answer, permitted but unexpected');
  expect(out).toContain('    chapters.unmentioned: expected merge, got replace');
  expect(await readReport(join(folder, 'report.json'))).toMatchObject({
    summary: { surprising: 1 },
    silences: [{ id: 'chapters.unmentioned', surprising: ['replace'] }],
  });
});

test('exits with 1 with --fail-on surprising only if an answer is surprising, and says so in the verdict', async () => {
  const surprising = await verify('replace', '--fail-on', 'surprising');
  expect([surprising.code, surprising.out]).toEqual([
    1,
    expect.stringMatching('SURPRISING ANSWERS'),
  ]);
  const usual = await verify('merge', '--fail-on', 'surprising');
  expect([usual.code, usual.out.includes('surprising answer')]).toEqual([0, false]);
});

test('exits with 2 for an unknown condition of --fail-on, and lists the known ones', async () => {
  const { code, err } = await verify('merge', '--fail-on', 'everything');
  expect([code, err]).toEqual([2, expect.stringContaining('drift, changed, surprising')]);
});

const file = join(createFolder(), 'drifted-histories.json');
const entry = { requirement: 'list.walk', history: '[{"method":"GET","path":"/books"}]' } as const;
const finding: Finding = {
  requirement: entry.requirement,
  section: '',
  sentence: '',
  source: 'property',
  verdict: 'drifts',
  requests: 1,
  requestsInRun: 1,
  took: 1,
  replay: {
    requirement: entry.requirement,
    sentence: '',
    seed: 1,
    runs: 1,
    history: entry.history,
  },
};

it('keeps histories until a complete run no longer finds them to drift', async () => {
  await writeHistories(file, [], { findings: [], stopped: undefined });
  expect(existsSync(file)).toBe(false);
  expect(await readHistories(file)).toEqual([]);
  await writeHistories(file, [], { findings: [finding], stopped: undefined });
  expect(await readHistories(file)).toEqual([entry]);
  await writeHistories(file, [entry], { findings: [], stopped: 'interrupted' });
  expect(await readHistories(file)).toEqual([entry]);
  await writeHistories(file, [entry], { findings: [], stopped: undefined });
  expect(await readHistories(file)).toEqual([]);
});

it.each(['{', '{}', '[{"requirement":"no.such"}]', '[{"requirement":"list.walk","history":[{}]}]'])(
  'refuses the file %j',
  async (text) => {
    await writeFile(file, text);
    await expect(readHistories(file)).rejects.toThrow('is not a file that bookdist wrote');
  },
);

const main = fileURLToPath(new URL('../main.ts', import.meta.url));
const key = 'a-key-for-this-test';

/** Starts a service that works until it has created two books. After that, it accepts requests but never responds. */
async function startHangingService() {
  const sandbox = await createSandbox({ key, storageOrigin: 'http://storage.invalid' });
  cleanUpWith(sandbox.close);
  const service = { address: '', hanging: 0 };
  service.address = await startServer((request, response) => {
    const forward = async (): Promise<void> => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
      if ((await sandbox.books()).length >= 2) {
        service.hanging += 1;
        return;
      }
      const answer = await sandbox.fetch(
        new Request(`http://sandbox.invalid${request.url}`, {
          method: request.method ?? 'GET',
          headers: Object.fromEntries(
            Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
          ),
          ...(chunks.length > 0 && { body: new Uint8Array(Buffer.concat(chunks)) }),
        }),
      );
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(await answer.text());
    };
    forward().catch(() => response.destroy());
  });
  const args = [
    'verify',
    service.address,
    '--allow',
    'read,write,publish,delete',
    '--only',
    'read',
  ];
  return { service, args: [...args, '--out', createFolder()] };
}

it('stops after Ctrl-C while requests are open, and writes a report', async () => {
  const { service, args } = await startHangingService();
  let pressCtrlC = (): void => undefined;
  const result = runCommandLine(args, {
    width: 300,
    environment: { key },
    onInterrupt: (listener) => {
      pressCtrlC = listener;
      return () => undefined;
    },
  });
  await expect.poll(() => service.hanging).toBeGreaterThan(0);
  pressCtrlC();
  const { code, out, err } = await result;
  expect(code, out + err).toBe(130);
  expect(out).toContain('The run was interrupted.');
  expect(out + err).toMatch(/bookdist sweep .*made-.*\.jsonl/);
});

it('stops on SIGTERM as a process, and ends immediately on a second signal', async () => {
  const { service, args } = await startHangingService();
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), main, ...args], {
    env: { DISTRIBUTION_API_KEY: key },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stopping = false;
  child.stderr.on('data', (text) => (stopping ||= String(text).includes('Stopping')));
  const result = collectOutput(child);
  await expect.poll(() => service.hanging).toBeGreaterThan(0);
  child.kill('SIGTERM');
  await expect.poll(() => stopping).toBe(true);
  expect(child.exitCode).toBeNull();
  // Two signals within 300 ms count as one, so the second is repeated until the process ends.
  const repeat = setInterval(() => child.kill('SIGINT'), 100);
  const { code, output } = await result;
  clearInterval(repeat);
  expect(code).toBe(130);
  expect(output).not.toContain('The run was interrupted.');
  expect(output).toContain('A second Ctrl-C ends at once and leaves them.');
  expect(output).toMatch(
    /made-\S+\.jsonl lists the books that are left[^]*bookdist sweep \S+made-/,
  );
});
