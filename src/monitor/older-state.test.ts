/** Lookups and lists that show a book as it was before a write. */
import { expect, test } from 'vitest';
import { book, createBody, exchangeOf, judge, listed, page } from './scenes/histories.ts';

const id = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';
const created = exchangeOf('POST', '/books', { json: createBody, status: 201, body: book(id) });
const update = exchangeOf('PATCH', `/books/${id}`, {
  json: { title: 'Fresh' },
  status: 200,
  body: { bookId: id },
});

function lookUp(answeredAt: number, title: string) {
  const answer = { status: 200, body: book(id, { title }), answeredAt };
  return exchangeOf('GET', '/books/external-id/cat-1', answer);
}

test('an older state within the lag is not a drift, and is reported as older', () => {
  const found = judge([created, update, lookUp(4_000, 'Salt'), lookUp(4_500, 'Fresh')]);
  expect(found.drifts).toEqual([]);
  expect(found.older).toEqual([3]);
});

test('after the lag it is a drift', () => {
  const { drifts, older } = judge([created, update, lookUp(60_000, 'Salt')]);
  expect([drifts, older]).toEqual([['update.changes-values'], []]);
});

test('a list may show one as well, but a state that never was is a drift at once', () => {
  const list = (title: string) =>
    exchangeOf('GET', '/books', {
      status: 200,
      body: page([listed(id, { title })]),
      answeredAt: 4_000,
    });
  expect(judge([created, update, list('Salt')])).toMatchObject({ drifts: [], older: [3] });
  const never = judge([created, update, list('Other')]);
  expect(never).toMatchObject({ drifts: ['list.agrees-with-book'], older: [] });
});

test('a lookup that finds a book by an id it no longer has is pointed out, and drifts after the lag', () => {
  const moved = exchangeOf('PATCH', `/books/${id}`, {
    json: { externalId: 'cat-2' },
    status: 200,
    body: { bookId: id },
  });
  const byFormerId = (answeredAt: number) =>
    exchangeOf('GET', '/books/external-id/cat-1', {
      status: 200,
      body: book(id, { externalId: 'cat-2' }),
      answeredAt,
    });
  const read = exchangeOf('GET', `/books/${id}`, {
    status: 200,
    body: book(id, { externalId: 'cat-2' }),
  });
  const soon = judge([created, moved, read, byFormerId(4_000)]);
  expect(soon).toMatchObject({ drifts: [], older: [4] });
  const late = judge([created, moved, read, byFormerId(60_000)]);
  expect(late.drifts).toContain('lookup.unknown-422');
  expect(late.older).toEqual([]);
});

test('a book that was seen withdrawn does not go back to the stores by itself', () => {
  const publish = exchangeOf('POST', `/books/${id}/publish`, {
    json: {},
    status: 204,
    body: undefined,
  });
  const unpublish = exchangeOf('POST', `/books/${id}/unpublish`, {
    json: {},
    status: 202,
    body: {},
  });
  const read = (status: string, answeredAt = 0) =>
    exchangeOf('GET', `/books/${id}`, { status: 200, body: book(id, { status }), answeredAt });
  const list = (status: string) =>
    exchangeOf('GET', '/books', {
      status: 200,
      body: page([listed(id, { status })]),
      answeredAt: 60_000,
    });
  const start = [created, publish, read('in_review'), unpublish, read('withdrawn')];
  expect(judge([...start, list('withdrawn')]).drifts).toEqual([]);
  expect(judge([...start, list('in_review')]).drifts).toEqual(['list.agrees-with-book']);
  expect(judge([...start, read('published', 60_000)]).drifts).not.toEqual([]);
});

const publish = exchangeOf('POST', `/books/${id}/publish`, {
  json: {},
  status: 204,
  body: undefined,
});

test('a book is not withdrawn by itself', () => {
  const read = (status: string) =>
    exchangeOf('GET', `/books/${id}`, { status: 200, body: book(id, { status }) });
  const unpublish = (status: number, key: 'own' | 'wrong') =>
    exchangeOf('POST', `/books/${id}/unpublish`, {
      json: {},
      status,
      body: { message: 'No.' },
      key,
    });
  const start = [created, publish, read('published')];
  expect(judge([...start, unpublish(401, 'wrong'), read('withdrawn')]).drifts).toEqual([
    'auth.no-effect',
  ]);
  const late = [...start, unpublish(202, 'own'), read('published'), read('withdrawn')];
  expect(judge(late).drifts).toEqual([]);
});

test('a lookup that shows a published book proves that it is no longer a draft', () => {
  const found = (status: string) =>
    exchangeOf('GET', '/books/external-id/cat-1', { status: 200, body: book(id, { status }) });
  const list = exchangeOf('GET', '/books', {
    status: 200,
    body: page([listed(id, {})]),
    answeredAt: 60_000,
  });
  expect(judge([created, publish, found('draft'), list]).drifts).toEqual([]);
  expect(judge([created, publish, found('in_review'), list]).drifts).toEqual([
    'list.agrees-with-book',
  ]);
});
