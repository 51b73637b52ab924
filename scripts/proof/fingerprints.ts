/** Claims on fingerprints: the drifts of a fault have the same fingerprints for every port, seed and host. */
import assert from 'node:assert/strict';
import type { Report } from '../../src/report/record/index.ts';
import type { Claim } from './claim.ts';
import { readReport, createReportsFolder, verifySandbox } from './command.ts';

/** Faults that show in a case, a shape, generated values or a history of calls, and the area to verify. */
const faults = [
  ['isbn-checksum-ignored', 'isbn'],
  ['page-overlaps', 'list'],
  ['book-list-meta-total-of-another-type', 'list'],
  ['problem-status-of-another-type', 'problem'],
  ['hash-compared-by-first-digits', 'attach'],
  ['update-drops-subtitle', 'update'],
  ['chapter-not-added', 'chapters'],
] as const;

interface Location {
  readonly host: string;
  readonly seed: string;
}

async function listFingerprints(
  fault: string,
  only: string,
  { host, seed }: Location,
): Promise<string[]> {
  const folder = await createReportsFolder();
  const commonOptions = ['--allow', 'read,write,publish,delete', '--rate', '1000'];
  const verify = [...commonOptions, '--only', only, '--seed', seed, '--out', folder];
  const { code, out, err } = await verifySandbox({ sandbox: ['--fault', fault], verify, host });
  assert.equal(code, 1, out + err);
  return describeDrifts(await readReport(folder));
}

/** Returns the requirement and fingerprint of each drift, except for properties, because their values are random. */
function describeDrifts({ findings }: Report): string[] {
  return findings
    .filter(({ kind }) => kind !== 'property')
    .map(({ requirement, fingerprint }) => `${requirement} ${fingerprint}`)
    .toSorted();
}

async function proveSameFingerprints(fault: string, only: string): Promise<void> {
  const first = await listFingerprints(fault, only, { host: '127.0.0.1', seed: '1' });
  const second = await listFingerprints(fault, only, { host: 'localhost', seed: '424242' });
  assert.notEqual(first.length, 0);
  assert.deepEqual(second, first);
}

export const fingerprints: readonly Claim[] = faults.map(([fault, only], index) => ({
  says: `the fault ${fault} has the same fingerprints on another port and host, with another seed`,
  prove: async () => proveSameFingerprints(fault, only),
  inSample: index === 0,
}));
