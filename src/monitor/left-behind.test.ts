/** Tests how the monitor judges a list that shows the book of a refused create. */
import { expect, test } from 'vitest';
import {
  create,
  created,
  hideBody,
  judge,
  list,
  refuse,
} from '../../tests/support/monitor/histories.ts';

const refusedCreate = refuse(create({ isbn: 'no number' }), 422, 'isbn');

test('a listed book with the external id of a refused create drifts if it has its title too', () => {
  expect(judge([refusedCreate, list()]).drifts).toEqual(['create.refused-leaves-nothing']);
  expect(judge([refusedCreate, list({ title: 'Other' })]).drifts).toEqual([]);
});

test.each([
  ['request', hideBody(created)],
  [
    'response',
    { ...created, response: { status: 201, headers: {}, text: undefined, body: undefined } },
  ],
])('a listed book does not drift if a later create has an unknown %s', (_what, later) => {
  expect(judge([refusedCreate, later, list()]).drifts).toEqual([]);
});
