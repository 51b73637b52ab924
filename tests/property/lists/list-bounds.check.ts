/** Generated values outside the bounds of the list's parameters (Limits). */
import { check, forAll, section } from '../../../src/harness/suite/index.ts';
import {
  badPage,
  badPageSize,
  unknownKeyword,
  type BadQuery,
} from '../../../src/harness/values/index.ts';
import type { Stage } from '../../../src/harness/stage/index.ts';

async function sendQuery(t: Stage, { name, value }: BadQuery): Promise<void> {
  await t.wire({ method: 'GET', path: '/books', query: { [name]: value } });
}

const oneRun = { runs: 1 };

export const listBounds = section('Bounds of list parameters', [
  check('list.page', { 'refuses any page below 1': forAll(badPage, sendQuery, oneRun) }),
  check('list.per-page', {
    'refuses any page size outside 1 to 100': forAll(badPageSize, sendQuery, oneRun),
  }),
  check('list.sort', {
    'refuses any string that is not a sort key or format': forAll(
      unknownKeyword,
      sendQuery,
      oneRun,
    ),
  }),
]);
