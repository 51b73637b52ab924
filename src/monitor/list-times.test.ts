/** Judges the times of list items against the clock of the service. */
import { expect, test } from 'vitest';
import { book, createBody, exchangeOf, judge, listed, page } from './scenes/histories.ts';

const id = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';
const noon = Date.parse('2026-11-02T12:00:00Z');
const at = (exchange: ReturnType<typeof exchangeOf>, date: number) => ({
  ...exchange,
  response: exchange.response && {
    ...exchange.response,
    headers: { 'content-type': 'application/json', date: new Date(date).toUTCString() },
  },
});
const created = at(
  exchangeOf('POST', '/books', {
    json: createBody,
    status: 201,
    body: book(id),
    answeredAt: noon,
  }),
  noon,
);
const list = (times: Readonly<Record<string, string>>, date = noon + 20_000) =>
  at(
    exchangeOf('GET', '/books', {
      status: 200,
      body: page([listed(id, times)]),
      answeredAt: noon + 20_000,
    }),
    date,
  );
const utc = '2026-11-02T12:00:00.000Z';
const local = '2026-11-02T14:00:00.000Z';

test('times in local time are not in UTC', () => {
  const { drifts } = judge([created, list({ createdAt: utc, updatedAt: local })]);
  expect(drifts).toEqual(['list.item-updated-at']);
  expect(judge([created, list({ createdAt: local, updatedAt: local })]).drifts).toContain(
    'list.item-created-at',
  );
  expect(judge([created, list({ createdAt: utc, updatedAt: utc })]).drifts).toEqual([]);
});

test('after a clock was set, times cannot be compared with it', () => {
  const later = noon + 3 * 3_600_000;
  expect(judge([created, list({ createdAt: utc, updatedAt: local }, later)]).drifts).toEqual([]);
});
