/** Tests how the monitor judges the times of list items by the service's clock. */
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
const noon = Date.parse('2026-11-02T12:00:00Z');
const withDate = (exchange: ReturnType<typeof buildExchange>, date: number) => ({
  ...exchange,
  response: exchange.response && {
    ...exchange.response,
    headers: { 'content-type': 'application/json', date: new Date(date).toUTCString() },
  },
});
const created = withDate(
  buildExchange('POST', '/books', {
    json: createBody,
    status: 201,
    body: buildBook(id),
    answeredAt: noon,
  }),
  noon,
);
const list = (times: Readonly<Record<string, string>>, date = noon + 20_000) =>
  withDate(
    buildExchange('GET', '/books', {
      status: 200,
      body: buildPage([buildListItem(id, times)]),
      answeredAt: noon + 20_000,
    }),
    date,
  );
const utcTime = '2026-11-02T12:00:00.000Z';
const localTime = '2026-11-02T14:00:00.000Z';

test('a list item drifts if its times are in local time instead of UTC', () => {
  const { drifts } = judge([created, list({ createdAt: utcTime, updatedAt: localTime })]);
  expect(drifts).toEqual(['list.item-updated-at']);
  expect(judge([created, list({ createdAt: localTime, updatedAt: localTime })]).drifts).toContain(
    'list.item-created-at',
  );
  expect(judge([created, list({ createdAt: utcTime, updatedAt: utcTime })]).drifts).toEqual([]);
});

test("a list item's times do not drift after the service's clock was changed", () => {
  const laterDate = noon + 3 * 3_600_000;
  expect(
    judge([created, list({ createdAt: utcTime, updatedAt: localTime }, laterDate)]).drifts,
  ).toEqual([]);
});

test('a list item may show its creation time after an update whose content is not known', () => {
  const later = noon + 20 * 60_000;
  const update = buildExchange('PATCH', `/books/${id}`, {
    json: {},
    status: 200,
    body: buildBook(id),
    answeredAt: later,
  });
  const unreadUpdate = {
    ...update,
    request: { ...update.request, body: { kind: 'unknown' } as const },
  };
  const listed = list({ createdAt: utcTime, updatedAt: '2026-11-02T12:20:00.000Z' }, later);
  const history = [
    created,
    withDate(unreadUpdate, later),
    { ...listed, sentAt: later, answeredAt: later },
  ];
  expect(judge(history).drifts).toEqual([]);
});
