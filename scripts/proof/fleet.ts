/** A claim on shards: merged, they judge what one run judges. Tests compare the parts of a report. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Claim } from './claim.ts';
import { bookdist, readReport, reportsFolder } from './command.ts';
import { casesAsked } from './report-rows.ts';

async function run(...args: readonly string[]): Promise<string> {
  const folder = await reportsFolder();
  const asked = ['verify', '--seed', '20260101', ...args, '--out', folder];
  const { code, out, err } = await bookdist(asked);
  assert.equal(code, 0, out + err);
  return folder;
}

async function sameAsOne(): Promise<void> {
  const whole = await run();
  const files: string[] = [];
  for (const shard of ['1/3', '2/3', '3/3'])
    files.push(join(await run('--shard', shard), 'report.json'));
  const folder = await reportsFolder();
  const merged = await bookdist(['report', 'merge', ...files, '--out', folder]);
  assert.equal(merged.code, 0, merged.out + merged.err);
  const [one, joined] = await Promise.all([readReport(whole), readReport(folder)]);
  assert.deepEqual(casesAsked(joined).toSorted(), casesAsked(one).toSorted());
  assert.deepEqual(joined.summary.must, one.summary.must);
}

export const fleet: readonly Claim[] = [
  { says: 'three shards judge what one run judges', prove: sameAsOne, inSample: false },
];
