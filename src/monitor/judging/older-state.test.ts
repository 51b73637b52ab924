/** Tests how the monitor judges lookups and lists that show a book as it was before a write. */
import { expect, test } from 'vitest';
import {
  buildBook,
  createBody,
  buildExchange,
  judge,
  buildListItem,
  buildPage,
} from '../scenes/histories.ts';

const id = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';
const created = buildExchange('POST', '/books', {
  json: createBody,
  status: 201,
  body: buildBook(id),
});
const update = buildExchange('PATCH', `/books/${id}`, {
  json: { title: 'Fresh' },
  status: 200,
  body: { bookId: id },
});

function lookUp(answeredAt: number, title: string) {
  const answer = { status: 200, body: buildBook(id, { title }), answeredAt };
  return buildExchange('GET', '/books/external-id/cat-1', answer);
}

test('a lookup that shows an older state within the lag does not drift, and is reported as older', () => {
  const result = judge([created, update, lookUp(4_000, 'Salt'), lookUp(4_500, 'Fresh')]);
  expect(result.drifts).toEqual([]);
  expect(result.olderExchanges).toEqual([3]);
});

test('a lookup that shows an older state after the lag drifts', () => {
  const { drifts, olderExchanges } = judge([created, update, lookUp(60_000, 'Salt')]);
  expect([drifts, olderExchanges]).toEqual([['update.changes-values'], []]);
});

test('a list may show an older state within the lag, but drifts if it shows a state that the book never had', () => {
  const list = (title: string) =>
    buildExchange('GET', '/books', {
      status: 200,
      body: buildPage([buildListItem(id, { title })]),
      answeredAt: 4_000,
    });
  expect(judge([created, update, list('Salt')])).toMatchObject({ drifts: [], olderExchanges: [3] });
  const result = judge([created, update, list('Other')]);
  expect(result).toMatchObject({ drifts: ['list.agrees-with-book'], olderExchanges: [] });
});

test('a lookup by a former external id is reported as older within the lag, and drifts after it', () => {
  const idUpdate = buildExchange('PATCH', `/books/${id}`, {
    json: { externalId: 'cat-2' },
    status: 200,
    body: { bookId: id },
  });
  const byFormerId = (answeredAt: number) =>
    buildExchange('GET', '/books/external-id/cat-1', {
      status: 200,
      body: buildBook(id, { externalId: 'cat-2' }),
      answeredAt,
    });
  const read = buildExchange('GET', `/books/${id}`, {
    status: 200,
    body: buildBook(id, { externalId: 'cat-2' }),
  });
  const earlyResult = judge([created, idUpdate, read, byFormerId(4_000)]);
  expect(earlyResult).toMatchObject({ drifts: [], olderExchanges: [4] });
  const lateResult = judge([created, idUpdate, read, byFormerId(60_000)]);
  expect(lateResult.drifts).toContain('lookup.unknown-422');
  expect(lateResult.olderExchanges).toEqual([]);
});

test('a withdrawn book drifts if a later response shows it in review or published', () => {
  const publish = buildExchange('POST', `/books/${id}/publish`, {
    json: {},
    status: 204,
    body: undefined,
  });
  const unpublish = buildExchange('POST', `/books/${id}/unpublish`, {
    json: {},
    status: 202,
    body: {},
  });
  const readAs = (status: string, answeredAt = 0) =>
    buildExchange('GET', `/books/${id}`, {
      status: 200,
      body: buildBook(id, { status }),
      answeredAt,
    });
  const listAs = (status: string) =>
    buildExchange('GET', '/books', {
      status: 200,
      body: buildPage([buildListItem(id, { status })]),
      answeredAt: 60_000,
    });
  const history = [created, publish, readAs('in_review'), unpublish, readAs('withdrawn')];
  expect(judge([...history, listAs('withdrawn')]).drifts).toEqual([]);
  expect(judge([...history, listAs('in_review')]).drifts).toEqual(['list.agrees-with-book']);
  expect(judge([...history, readAs('published', 60_000)]).drifts).not.toEqual([]);
});

const publish = buildExchange('POST', `/books/${id}/publish`, {
  json: {},
  status: 204,
  body: undefined,
});

test('a book that shows as withdrawn drifts if its unpublish was refused, and may be withdrawn late otherwise', () => {
  const readAs = (status: string) =>
    buildExchange('GET', `/books/${id}`, { status: 200, body: buildBook(id, { status }) });
  const unpublish = (status: number, key: 'own' | 'wrong') =>
    buildExchange('POST', `/books/${id}/unpublish`, {
      json: {},
      status,
      body: { message: 'No.' },
      key,
    });
  const history = [created, publish, readAs('published')];
  expect(judge([...history, unpublish(401, 'wrong'), readAs('withdrawn')]).drifts).toEqual([
    'auth.no-effect',
  ]);
  const laterHistory = [
    ...history,
    unpublish(202, 'own'),
    readAs('published'),
    readAs('withdrawn'),
  ];
  expect(judge(laterHistory).drifts).toEqual([]);
});

test('a list may show a draft after a publish, unless a lookup has shown the book in review', () => {
  const lookUpAs = (status: string) =>
    buildExchange('GET', '/books/external-id/cat-1', {
      status: 200,
      body: buildBook(id, { status }),
    });
  const list = buildExchange('GET', '/books', {
    status: 200,
    body: buildPage([buildListItem(id, {})]),
    answeredAt: 60_000,
  });
  expect(judge([created, publish, lookUpAs('draft'), list]).drifts).toEqual([]);
  expect(judge([created, publish, lookUpAs('in_review'), list]).drifts).toEqual([
    'list.agrees-with-book',
  ]);
});
