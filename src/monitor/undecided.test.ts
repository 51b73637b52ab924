/** Tests that the monitor judges every binding requirement, except for a list with reasons. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { requirement, statedIds, type StatedId } from '../contract/requirements.ts';
import { readContract } from '../contract/spec.ts';

/** The requirements that the monitor cannot judge, and why. */
const undecidedIds = {
  'path.prefix':
    'Adapters remove the prefix: a service with another prefix does not respond at all.',
  'target.base-address': 'A rule for tools, not for a service.',
  'upload.fresh-after-expiry':
    'Needs a grant that expires between two requests; its case waits for that.',
  'upload.parallel': 'Needs parallel uploads; its case sends them.',
  'publish.queued': 'Queues and shops cannot be seen through this interface.',
} as const satisfies Readonly<Partial<Record<StatedId, string>>>;

const folder = new URL('.', import.meta.url);

/** The text of all sources of the monitor. */
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !/[.]test[.]ts$/.test(name))
  .map((name) => readFileSync(new URL(name, folder), 'utf8'))
  .join('\n');

/** The parts of the contract that name the requirements that they prove. */
const { document, operations } = readContract();
const parts = JSON.stringify([
  document['components'],
  Object.values(operations).map(({ parameters, responses }) => ({ parameters, responses })),
]);

test('the sources or the contract name every binding requirement, except those listed with a reason', () => {
  const bindingIds = statedIds.filter((id) => requirement(id).level === 'must');
  const judgedInPassing = ['body.json'];
  const idsWithoutClause = bindingIds.filter(
    (id) =>
      !sources.includes(`'${id}'`) && !parts.includes(`"${id}"`) && !judgedInPassing.includes(id),
  );
  expect(idsWithoutClause.toSorted()).toEqual(Object.keys(undecidedIds).toSorted());
});
