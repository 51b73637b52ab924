/** Claims on the suite: every fault caught, no stray, no false alarm. */
import assert from 'node:assert/strict';
import { accountsFor, type Fault } from '../../src/faults/fault.ts';
import { faults } from '../../src/faults/index.ts';
import type { Claim } from './claim.ts';
import { bookdist, node, reportIn, reportsFolder } from './command.ts';
import { requirementsThatDrift } from './report-rows.ts';

/** Measures the suite, which must have no shortcoming. */
async function passes(...asked: readonly string[]): Promise<void> {
  const program = ['--import', 'tsx', 'scripts/grade.ts', ...asked, '--out', await reportsFolder()];
  const { code, out, err } = await node(program);
  assert.equal(code, 0, out + err);
}

/** Checks the summary of a run over a socket. */
async function isTold(fault: Fault): Promise<void> {
  const folder = await reportsFolder();
  const { code, out, err } = await bookdist(['verify', '--fault', fault.name, '--out', folder]);
  assert.equal(code, 1, out + err);
  const blamed = requirementsThatDrift(await reportIn(folder));
  const strays = blamed.filter((id) => !accountsFor(fault, id));
  assert.deepEqual(strays, [], `blamed: ${blamed.join(', ')}`);
  const missing = blamed.filter((id) => !out.includes(id));
  assert.deepEqual(missing, [], 'the summary leaves some out');
}

/** One fault of each family that the property suites cover. */
const families = ['isbn', 'chapters', 'list', 'publish'].flatMap(
  (area) => faults.find(({ breaks }) => breaks[0]?.startsWith(`${area}.`) === true) ?? [],
);

export const sharpness: readonly Claim[] = [
  {
    says: 'every sixtieth fault is caught, without a stray',
    prove: async () => passes('--sample', '60'),
    inSample: true,
  },
  {
    says: 'every fiftieth correct service conforms',
    prove: async () => passes('--fair', '--sample', '50'),
    inSample: true,
  },
  {
    says: 'every fault is caught, without a stray, and every requirement has one',
    prove: async () => passes(),
    inSample: false,
  },
  {
    says: 'no correct service drifts, under any pair of readings',
    prove: async () => passes('--fair'),
    inSample: false,
  },
  ...families.map((fault, index) => ({
    says: `the fault ${fault.name} is reported as ${fault.breaks.join(' or ')}`,
    prove: async () => isTold(fault),
    inSample: index === 0,
  })),
];
