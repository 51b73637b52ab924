/** Claims on reproduction: the replay token and the script of a drift find it again, and find nothing without the fault. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Claim } from './claim.ts';
import {
  bookdist,
  listDriftingRequirements,
  readReport,
  createReportsFolder,
  startServing,
} from './command.ts';

const key = 'sandbox-key';
const sandbox = ['sandbox', '--port', '0', '--storage-port', '0'];

/** Each fault with a requirement that it breaks, and true if a status alone shows the drift. */
const faults = [
  ['isbn-transposition-accepted', 'isbn.valid-on-update', true],
  ['update-keeps-status', 'update.returns-to-draft', false],
  ['update-drops-subtitle', 'update.changes-values', false],
  ['page-overlaps', 'list.walk', false],
  ['chapter-not-added', 'chapters.add', false],
  ['published-book-deleted', 'delete.refused-409', true],
  ['overlapping-updates-lost', 'update.keeps-the-rest', false],
] as const;

async function reportDrift(fault: string, requirement: string): Promise<string> {
  const folder = await createReportsFolder();
  const args = ['verify', '--fault', fault, '--only', requirement, '--out', folder];
  const { code, out, err } = await bookdist(args);
  assert.equal(code, 1, out + err);
  return folder;
}

async function runScript(script: string, address: string): Promise<number | string> {
  const env = {
    PATH: '/usr/bin:/bin',
    TMPDIR: tmpdir(),
    DISTRIBUTION_URL: address,
    DISTRIBUTION_API_KEY: key,
  };
  return new Promise((resolve) => {
    execFile('/bin/sh', [script], { env }, (error) =>
      resolve(error === null ? 0 : (error.code ?? 1)),
    );
  });
}

async function listBooks(address: string): Promise<unknown> {
  const response = await fetch(`${address}/v2/distribution/books`, { headers: { apikey: key } });
  const body: unknown = await response.json();
  assert(typeof body === 'object' && body !== null && 'data' in body);
  return body.data;
}

type FaultTrial = (typeof faults)[number];

/** Runs every script of a drift on a sandbox with the fault and on one without. */
async function proveScripts([fault, requirement, statusDecides]: FaultTrial): Promise<void> {
  const folder = join(await reportDrift(fault, requirement), 'reproduce');
  const scripts = (await readdir(folder)).filter((name) => name.startsWith(requirement));
  assert.notEqual(scripts.length, 0, 'no script was written');
  const faulty = await startServing([...sandbox, '--fault', fault]);
  const correct = await startServing(sandbox);
  try {
    for (const script of scripts) {
      const file = join(folder, script);
      const codes = [await runScript(file, faulty.address), await runScript(file, correct.address)];
      assert.deepEqual(codes, statusDecides ? [1, 0] : [3, 3], script);
    }
    assert.deepEqual(await listBooks(correct.address), [], 'the scripts left books behind');
  } finally {
    await Promise.all([faulty.end(), correct.end()]);
  }
}

async function proveTokens(fault: string, requirement: string): Promise<void> {
  const report = JSON.stringify(await readReport(await reportDrift(fault, requirement)));
  const token = /--replay ([\w.-]+)/.exec(report)?.[1];
  assert(token !== undefined, 'no drift has a replay token');
  const replayFolder = await createReportsFolder();
  const replay = ['verify', '--replay', token, '--out', replayFolder];
  assert.equal((await bookdist([...replay, '--fault', fault])).code, 1, 'with the fault');
  assert(listDriftingRequirements(await readReport(replayFolder)).includes(requirement));
  const correct = await startServing(sandbox);
  try {
    const { code, out } = await bookdist(
      ['verify', correct.address, ...replay.slice(1), '--allow', 'read,write,publish,delete'],
      { DISTRIBUTION_API_KEY: key },
    );
    assert.equal(code, 0, out);
  } finally {
    await correct.end();
  }
}

export const reproduction: readonly Claim[] = faults.flatMap((trial, index) => [
  {
    says: `the scripts for ${trial[0]} find it, find nothing without it, and remove their books`,
    prove: async () => proveScripts(trial),
    inSample: index === 1,
  },
  {
    says: `the replay token for ${trial[0]} finds it again, and nothing on another target`,
    prove: async () => proveTokens(trial[0], trial[1]),
    inSample: index === 0,
  },
]);
