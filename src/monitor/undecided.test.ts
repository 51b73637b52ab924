import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { requirement, statedIds, type StatedId } from '../contract/requirements.ts';
import { readContract } from '../contract/spec.ts';

/** Requirements that the monitor does not decide from one exchange and its history, and why. */
const undecided = {
  'path.prefix': 'Adapters cut the prefix off: a service elsewhere answers nothing at all.',
  'target.base-address': 'A rule for tools, not for a service.',
  'interface.eleven-operations': 'Static: a test counts the operations of the contract.',
  'upload.fresh-after-expiry': 'Needs a deadline that passes between two requests; its case waits.',
  'upload.parallel': 'Needs uploads side by side, sent on purpose; its case sends them.',
  'publish.queued': 'Queues and shops cannot be seen through this interface.',
} as const satisfies Readonly<Partial<Record<StatedId, string>>>;

const folder = new URL('.', import.meta.url);

/** The texts of the monitor's own files. */
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !/[.]test[.]ts$/.test(name))
  .map((name) => readFileSync(new URL(name, folder), 'utf8'))
  .join('\n');

/** The ids that the contract binds to its schemas: any response that fits or misfits decides them. */
const bound = JSON.stringify(readContract().document['components']);

test('every binding requirement has a clause, a schema, or a reason why it has neither', () => {
  const binding = statedIds.filter((id) => requirement(id).level === 'must');
  const judgedInPassing = ['body.json'];
  const left = binding.filter(
    (id) =>
      !sources.includes(`'${id}'`) && !bound.includes(`"${id}"`) && !judgedInPassing.includes(id),
  );
  expect(left.toSorted()).toEqual(Object.keys(undecided).toSorted());
});
