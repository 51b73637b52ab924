/** Claims on reproduction: a drift's token and script find it again, and find nothing without the fault. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Claim } from './claim.ts';
import { bookdist, readReport, reportsFolder, serving } from './command.ts';
import { requirementsThatDrift } from './report-rows.ts';

const key = 'sandbox-key';

/** Faults with a requirement that each breaks, and whether a status alone decides. */
const planted = [
  ['isbn-transposition-accepted', 'isbn.valid-on-update', true],
  ['update-keeps-status', 'update.returns-to-draft', false],
  ['update-drops-subtitle', 'update.changes-values', false],
  ['page-overlaps', 'list.walk', false],
  ['chapter-not-added', 'chapters.add', false],
  ['published-book-deleted', 'delete.refused-409', true],
  ['overlapping-updates-lost', 'update.keeps-the-rest', false],
] as const;

async function driftOf(fault: string, requirement: string): Promise<string> {
  const folder = await reportsFolder();
  const asked = ['verify', '--fault', fault, '--only', requirement, '--out', folder];
  const { code, out, err } = await bookdist(asked);
  assert.equal(code, 1, out + err);
  return folder;
}

async function exitOf(script: string, address: string): Promise<number | string> {
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

async function booksLeft(address: string): Promise<unknown> {
  const answer = await fetch(`${address}/v2/distribution/books`, { headers: { apikey: key } });
  const body: unknown = await answer.json();
  assert(typeof body === 'object' && body !== null && 'data' in body);
  return body.data;
}

type Planted = (typeof planted)[number];

/** Runs every script of a drift on a sandbox with the fault and on one without. */
async function scriptsRun([fault, requirement, statusDecides]: Planted): Promise<void> {
  const folder = join(await driftOf(fault, requirement), 'reproduce');
  const scripts = (await readdir(folder)).filter((name) => name.startsWith(requirement));
  assert.notEqual(scripts.length, 0, 'no script was written');
  const faulty = await serving(['sandbox', '--port', '0', '--storage-port', '0', '--fault', fault]);
  const right = await serving(['sandbox', '--port', '0', '--storage-port', '0']);
  try {
    for (const script of scripts) {
      const file = join(folder, script);
      const codes = [await exitOf(file, faulty.address), await exitOf(file, right.address)];
      assert.deepEqual(codes, statusDecides ? [1, 0] : [3, 3], script);
    }
    assert.deepEqual(await booksLeft(right.address), [], 'books were left behind');
  } finally {
    await Promise.all([faulty.end(), right.end()]);
  }
}

async function tokensShow(fault: string, requirement: string): Promise<void> {
  const report = JSON.stringify(await readReport(await driftOf(fault, requirement)));
  const token = /--replay ([\w.-]+)/.exec(report)?.[1];
  assert(token !== undefined, 'no drift names a token');
  const again = await reportsFolder();
  const replay = ['verify', '--replay', token, '--out', again];
  assert.equal((await bookdist([...replay, '--fault', fault])).code, 1, 'with the fault');
  assert(requirementsThatDrift(await readReport(again)).includes(requirement));
  const right = await serving(['sandbox', '--port', '0', '--storage-port', '0']);
  try {
    const { code, out } = await bookdist(
      ['verify', right.address, ...replay.slice(1), '--allow', 'read,write,publish,delete'],
      { DISTRIBUTION_API_KEY: key },
    );
    assert.equal(code, 0, out);
  } finally {
    await right.end();
  }
}

export const reproduction: readonly Claim[] = planted.flatMap((entry, index) => [
  {
    says: `the scripts for ${entry[0]} run with and without it, and remove their books`,
    prove: async () => scriptsRun(entry),
    inSample: index === 1,
  },
  {
    says: `the replay token for ${entry[0]} finds it again, and nothing on another target`,
    prove: async () => tokensShow(entry[0], entry[1]),
    inSample: index === 0,
  },
]);
