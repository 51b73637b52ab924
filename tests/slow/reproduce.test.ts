/** Tests that the scripts and the replay token of a drift find it again, and find nothing on a correct service. */
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findFaults } from '../../src/cli/own-sandbox.ts';
import { serveSandbox, type ServedSandbox } from '../../src/sandbox/index.ts';
import { everyConsent, verify } from '../support/cli/verify.ts';
import { takeSample } from '../support/sample.ts';
import { createTestClient, valueAt } from '../support/sandbox/test-client.ts';

/** Each fault with a requirement that it breaks, and the exit code of a script with the fault and without it. */
const faults = [
  // A script decides by statuses only: with 3, a person has to compare both sides.
  ['update-keeps-status', 'update.returns-to-draft', [3, 3]],
  ['isbn-transposition-accepted', 'isbn.valid-on-update', [1, 0]],
  ['update-drops-subtitle', 'update.changes-values', [3, 3]],
  ['page-overlaps', 'list.walk', [3, 3]],
  ['chapter-not-added', 'chapters.add', [3, 3]],
  ['published-book-deleted', 'delete.refused-409', [1, 0]],
  ['overlapping-updates-lost', 'update.keeps-the-rest', [3, 3]],
] as const;

async function startSandbox(faultNames: readonly string[]): Promise<ServedSandbox> {
  const server = await serveSandbox({ faults: findFaults(faultNames) });
  onTestFinished(server.close);
  return server;
}

/** Runs a script and returns its exit code. */
async function runScript(file: string, { url, key }: ServedSandbox): Promise<unknown> {
  const settings = { DISTRIBUTION_URL: url, DISTRIBUTION_API_KEY: key };
  const env = { PATH: '/usr/bin:/bin', TMPDIR: tmpdir(), ...settings };
  return new Promise((resolve) => {
    execFile('/bin/sh', [file], { env }, (error) => resolve(error === null ? 0 : error.code));
  });
}

test.each(takeSample(faults, 2))('a drift of %s is found again', async (fault, id, exitCodes) => {
  const { code, folder } = await verify(['--fault', fault, '--only', id]);
  expect(code).toBe(1);
  const [faulty, correct] = [await startSandbox([fault]), await startSandbox([])];

  const scripts = (await readdir(join(folder, 'reproduce'))).filter((name) => name.startsWith(id));
  expect(scripts).not.toEqual([]);
  for (const name of scripts) {
    const file = join(folder, 'reproduce', name);
    const found = [await runScript(file, faulty), await runScript(file, correct)];
    expect(found, name).toEqual(exitCodes);
  }
  const { body } = await createTestClient(correct.sandbox).get('/books');
  expect(valueAt(body, 'data')).toEqual([]);

  const report = await readFile(join(folder, 'report.json'), 'utf8');
  const replay = ['--replay', /--replay ([\w.-]+)/.exec(report)?.[1] ?? '', ...everyConsent];
  const again = await verify([faulty.url, ...replay], faulty.key);
  expect([again.code, again.drifts]).toEqual([1, expect.arrayContaining([id])]);
  expect(await verify([correct.url, ...replay], correct.key)).toMatchObject({ code: 0 });
});
