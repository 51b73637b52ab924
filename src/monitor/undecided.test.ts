import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { requirement, statedIds } from '../contract/requirements.ts';
import { readContract } from '../contract/spec.ts';
import { undecided } from './undecided.ts';

const folder = new URL('.', import.meta.url);

/** The texts of the monitor's own files. */
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !/undecided|[.]test[.]ts$/.test(name))
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
