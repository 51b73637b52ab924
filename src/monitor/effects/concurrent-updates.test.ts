/** Tests how the monitor judges a book after overlapping updates. */
import { expect, test } from 'vitest';
import { buildBook, createBody, buildExchange, judge } from '../scenes/histories.ts';

const id = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';
const path = `/books/${id}`;
const created = buildExchange('POST', '/books', {
  json: createBody,
  status: 201,
  body: buildBook(id),
});

function buildUpdate(fields: Readonly<Record<string, unknown>>, sentAt: number, status = 200) {
  const body = status === 200 ? { bookId: id } : { message: 'No.' };
  return buildExchange('PATCH', path, {
    json: fields,
    status,
    body,
    sentAt,
    answeredAt: sentAt + 10,
  });
}

function buildRead(fields: Readonly<Record<string, unknown>>) {
  const times = { sentAt: 2_000, answeredAt: 2_001 };
  return buildExchange('GET', path, { status: 200, body: buildBook(id, fields), ...times });
}

const inFlight = [{ method: 'PATCH', path, toStorage: false, account: 'one' }];
const titleUpdate = { ...buildUpdate({ title: 'Tide' }, 1_000), inFlight };
const subtitleUpdate = buildUpdate({ subtitle: 'A map' }, 1_005);

test('overlapping updates of different fields must both take effect', () => {
  const bothFields = { title: 'Tide', subtitle: 'A map' };
  expect(judge([created, titleUpdate, subtitleUpdate, buildRead(bothFields)]).drifts).toEqual([]);
  expect(
    judge([created, titleUpdate, subtitleUpdate, buildRead({ subtitle: 'A map' })]).drifts,
  ).toContain('update.changes-values');
});

test('overlapping updates of one field may take effect in either order', () => {
  const otherUpdate = buildUpdate({ title: 'Ebb', subtitle: 'A map' }, 1_005);
  for (const lastTitle of ['Tide', 'Ebb']) {
    const read = buildRead({ title: lastTitle, subtitle: 'A map' });
    expect(judge([created, titleUpdate, otherUpdate, read]).drifts).toEqual([]);
  }
});

test('an update may or may not take effect if it overlaps with a refused one', () => {
  const refusedUpdate = buildUpdate({ subtitle: 'A map' }, 1_005, 409);
  expect(judge([created, titleUpdate, refusedUpdate, buildRead({ title: 'Tide' })]).drifts).toEqual(
    [],
  );
  expect(judge([created, titleUpdate, refusedUpdate, buildRead({})]).drifts).toEqual([]);
});
