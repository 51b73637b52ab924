/** Updates of one book at the same time. */
import { expect, test } from 'vitest';
import { book, createBody, exchangeOf, judge } from '../scenes/histories.ts';

const id = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';
const path = `/books/${id}`;
const created = exchangeOf('POST', '/books', { json: createBody, status: 201, body: book(id) });

function update(fields: Readonly<Record<string, unknown>>, sentAt: number, status = 200) {
  const body = status === 200 ? { bookId: id } : { message: 'No.' };
  return exchangeOf('PATCH', path, { json: fields, status, body, sentAt, answeredAt: sentAt + 10 });
}

function read(fields: Readonly<Record<string, unknown>>) {
  const at = { sentAt: 2_000, answeredAt: 2_001 };
  return exchangeOf('GET', path, { status: 200, body: book(id, fields), ...at });
}

const inFlight = [{ method: 'PATCH', path, toStorage: false, account: 'one' }];
const title = { ...update({ title: 'Tide' }, 1_000), inFlight };
const subtitle = update({ subtitle: 'A map' }, 1_005);

test('of different fields both take effect', () => {
  const both = { title: 'Tide', subtitle: 'A map' };
  expect(judge([created, title, subtitle, read(both)]).drifts).toEqual([]);
  expect(judge([created, title, subtitle, read({ subtitle: 'A map' })]).drifts).toContain(
    'update.changes-values',
  );
});

test('of one field take effect in any order', () => {
  const other = update({ title: 'Ebb', subtitle: 'A map' }, 1_005);
  for (const last of ['Tide', 'Ebb']) {
    const shown = read({ title: last, subtitle: 'A map' });
    expect(judge([created, title, other, shown]).drifts).toEqual([]);
  }
});

test('leave the field of a refused one open', () => {
  const refused = update({ subtitle: 'A map' }, 1_005, 409);
  expect(judge([created, title, refused, read({ title: 'Tide' })]).drifts).toEqual([]);
  expect(judge([created, title, refused, read({})]).drifts).toEqual([]);
});
