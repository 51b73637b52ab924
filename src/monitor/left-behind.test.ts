/** Tests how the monitor judges a list that shows the book of a refused create. */
import { expect, test } from 'vitest';
import {
  buildBook,
  createBody,
  buildExchange,
  judge,
  buildListItem,
  buildPage,
} from './scenes/histories.ts';

const fieldsWithBadIsbn = { ...createBody, isbn: 'no number' };
const problem = { title: 'No', status: 422, detail: 'isbn: No ISBN.', instance: '/books' };
const refusedCreate = buildExchange('POST', '/books', {
  json: fieldsWithBadIsbn,
  status: 422,
  body: { ...problem, invalidParams: [{ name: 'isbn', reason: 'No ISBN.' }] },
});

function list(title: string) {
  const item = buildListItem('3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90', { title });
  return buildExchange('GET', '/books', { status: 200, body: buildPage([item]) });
}

test('a listed book with the title and external id of a refused create drifts', () => {
  expect(judge([refusedCreate, list('Salt')]).drifts).toEqual(['create.refused-leaves-nothing']);
});

test('a listed book with the same external id and another title does not drift', () => {
  expect(judge([refusedCreate, list('Other')]).drifts).toEqual([]);
});

const id = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';
const created = buildExchange('POST', '/books', {
  json: createBody,
  status: 201,
  body: buildBook(id),
});
const responseWithoutBody = { status: 201, headers: {}, text: undefined, body: undefined };

test.each([
  ['request', { ...created, request: { ...created.request, body: { kind: 'unknown' } } }],
  ['response', { ...created, response: responseWithoutBody }],
] as const)('a listed book does not drift if a later create has an unknown %s', (_what, later) => {
  expect(judge([refusedCreate, later, list('Salt')]).drifts).toEqual([]);
});
