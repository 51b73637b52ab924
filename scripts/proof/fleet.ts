/** Claims on shards: merged, they judge what one run judges. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Claim } from './claim.ts';
import { bookdist, reportIn, reportsFolder } from './command.ts';
import { casesAsked, requirementsThatDrift } from './report-rows.ts';

const seed = ['--seed', '20260101'];

async function run(...args: readonly string[]) {
  const folder = await reportsFolder();
  const { code, out, err } = await bookdist(['verify', ...seed, ...args, '--out', folder]);
  return { folder, code, output: out + err };
}

/** Compares one run with the same run in three shards; `expected` is the exit code of both. */
async function sameAsOne(expected: number, ...args: readonly string[]): Promise<void> {
  const whole = await run(...args);
  assert.equal(whole.code, expected, whole.output);
  const shards = [];
  for (const shard of ['1/3', '2/3', '3/3']) shards.push(await run(...args, '--shard', shard));
  const folder = await reportsFolder();
  const files = shards.map((shard) => join(shard.folder, 'report.json'));
  const merged = await bookdist(['report', 'merge', ...files, '--out', folder]);
  assert.equal(merged.code, expected, merged.out + merged.err);
  const [one, joined] = await Promise.all([reportIn(whole.folder), reportIn(folder)]);
  assert.deepEqual(casesAsked(joined).toSorted(), casesAsked(one).toSorted());
  assert.deepEqual(proofIn(joined), proofIn(one));
  assert.deepEqual(requirementsThatDrift(joined), requirementsThatDrift(one));
}

/** Returns how many requirements were proven, and how many of these conform. */
function proofIn(report: unknown): unknown {
  assert(typeof report === 'object' && report !== null && 'summary' in report);
  const { summary } = report;
  assert(typeof summary === 'object' && summary !== null && 'must' in summary);
  return summary.must;
}

async function refused(): Promise<void> {
  const { folder } = await run('--only', 'isbn', '--shard', '1/2');
  const alone = await bookdist(['report', 'merge', join(folder, 'report.json')]);
  assert.equal(alone.code, 2);
  assert.match(alone.err, /Shard 2\/2 is missing/);
}

export const fleet: readonly Claim[] = [
  {
    says: 'three shards judge what one run judges',
    prove: async () => sameAsOne(0),
    inSample: false,
  },
  {
    says: 'three shards find the drifts that one run finds',
    prove: async () => sameAsOne(1, '--fault', 'isbn-checksum-ignored', '--only', 'isbn'),
    inSample: true,
  },
  { says: 'a missing shard is reported and exits with 2', prove: refused, inSample: true },
];
