/** Claims on sharpness: each seeded fault ends a run with 1, and the run blames only what it breaks. */
import assert from 'node:assert/strict';
import { faults, type Fault } from '../../src/faults/index.ts';
import type { Claim } from './claim.ts';
import { bookdist, reportIn, reportsFolder } from './command.ts';
import { requirementsThatDrift } from './report-rows.ts';

async function isCaught({ name, breaks }: Fault): Promise<void> {
  const folder = await reportsFolder();
  const { code, out, err } = await bookdist(['verify', '--fault', name, '--out', folder]);
  assert.equal(code, 1, out + err);
  const blamed = requirementsThatDrift(await reportIn(folder));
  const strays = blamed.filter((id) => !breaks.some((broken) => broken === id));
  assert.deepEqual(strays, [], `blamed: ${blamed.join(', ')}`);
  const missing = blamed.filter((id) => !out.includes(id));
  assert.deepEqual(missing, [], 'the summary leaves some out');
}

/** The short proof takes the first fault of each family that the property suites cover. */
const families = ['isbn', 'chapters', 'list', 'publish'];
const sampled = new Set(
  families.map((area) => faults.find(({ breaks }) => breaks[0]?.startsWith(`${area}.`))),
);

/**
 * Two break everything at once, so that no list of requirements is theirs; the third shows only past
 * a deadline that no run waits for.
 */
const apart = new Set(['accepts-everything', 'refuses-everything', 'expired-url-works']);
const provable = faults.filter(({ name }) => !apart.has(name));

export const sharpness: readonly Claim[] = provable.map((fault) => ({
  says: `the fault ${fault.name} is told as ${fault.breaks.join(' or ')}`,
  prove: async () => isCaught(fault),
  inSample: sampled.has(fault),
}));
