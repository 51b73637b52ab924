/** A book of a create that was refused shows in a list. */
import { expect, test } from 'vitest';
import { book, createBody, exchangeOf, judge, listed, page } from './scenes/histories.ts';

const bad = { ...createBody, isbn: 'no number' };
const problem = { title: 'No', status: 422, detail: 'isbn: No ISBN.', instance: '/books' };
const refused = exchangeOf('POST', '/books', {
  json: bad,
  status: 422,
  body: { ...problem, invalidParams: [{ name: 'isbn', reason: 'No ISBN.' }] },
});

function list(title: string) {
  const item = listed('3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90', { title });
  return exchangeOf('GET', '/books', { status: 200, body: page([item]) });
}

test('its title and external id make it one that was stored all the same', () => {
  expect(judge([refused, list('Salt')]).drifts).toEqual(['create.refused-leaves-nothing']);
});

test('another book with the same external id is not', () => {
  expect(judge([refused, list('Other')]).drifts).toEqual([]);
});

const id = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';
const created = exchangeOf('POST', '/books', { json: createBody, status: 201, body: book(id) });
const lacking = { status: 201, headers: {}, text: undefined, body: undefined };

test.each([
  ['request', { ...created, request: { ...created.request, body: { kind: 'unknown' } } }],
  ['response', { ...created, response: lacking }],
] as const)('a later create may have made it if its %s is not known', (_what, later) => {
  expect(judge([refused, later, list('Salt')]).drifts).toEqual([]);
});
