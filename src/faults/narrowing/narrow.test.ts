import { expect, test } from 'vitest';
import { newBook } from '../../../tests/support/books.ts';
import { openTestSandbox } from '../../../tests/support/fixtures.ts';
import { createTestClient, valueAt } from '../../../tests/support/sandbox/test-client.ts';
import { findFault } from './narrow.ts';

async function openWith(name: string) {
  const fault = findFault(name);
  if (fault === undefined) throw new Error(`The fault ${name} does not exist.`);
  return openTestSandbox({ faults: [fault] });
}

const wrongIsbn = { isbn: '9780306406158' };

test('a fault narrowed to a format spares the other formats', async () => {
  const { client } = await openWith('isbn-checksum-ignored@only-print');
  expect((await client.post('/books', newBook('print', wrongIsbn))).status).toBe(201);
  expect((await client.post('/books', newBook('ebook', wrongIsbn))).status).toBe(422);
});

test('a fault narrowed twice shows only if both operators apply', async () => {
  const { client } = await openWith('isbn-checksum-ignored@only-print@only-astral-text');
  const astral = { ...wrongIsbn, title: 'Letters 𝒜' };
  expect((await client.post('/books', newBook('print', astral))).status).toBe(201);
  expect((await client.post('/books', newBook('print', wrongIsbn))).status).toBe(422);
  expect((await client.post('/books', newBook('ebook', astral))).status).toBe(422);
});

test('a fault narrowed to every seventh request spares the first six', async () => {
  const { sandbox } = await openWith('any-key-works@once-in-seven');
  const badClient = createTestClient(sandbox, 'wrong');
  const statuses = [];
  for (let index = 0; index < 7; index += 1) statuses.push((await badClient.get('/books')).status);
  expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 200]);
});

test('a fault narrowed to the items of a list from the second on leaves the first item correct', async () => {
  const { client } = await openWith(
    'book-list-item-attributes-title-not-as-given@from-second-item',
  );
  await client.create('ebook', { title: 'One' });
  expect(valueAt((await client.get('/books')).body, 'data.0.attributes.title')).toBe('One');
  await client.create('ebook', { title: 'Two' });
  const { body } = await client.get('/books?sort=title');
  const titles = [
    valueAt(body, 'data.0.attributes.title'),
    valueAt(body, 'data.1.attributes.title'),
  ];
  expect(titles.filter((title) => String(title).endsWith(' X'))).toHaveLength(1);
  expect(String(titles[0])).not.toMatch(/ X$/);
});

test('a response with a fault is not cached for the requests that the fault spares', async () => {
  const { client } = await openWith('book-attributes-title-not-as-given@once-in-seven');
  const id = await client.create('ebook', { title: 'One' });
  const titles = [];
  for (let index = 0; index < 8; index += 1) {
    titles.push(valueAt((await client.get(`/books/${id}`)).body, 'data.attributes.title'));
  }
  expect(titles).toEqual(['One', 'One', 'One', 'One', 'One', 'One', 'One X', 'One']);
});

test('findFault returns undefined for an unknown operator', () => {
  expect(findFault('isbn-checksum-ignored@never')).toBeUndefined();
});
