import { expect, test } from 'vitest';
import { createTestClient, valueAt, newBook } from '../../sandbox/scenes/ask-in-process.ts';
import { createSandbox } from '../../sandbox/index.ts';
import { findFault } from './narrow.ts';

async function openWith(name: string) {
  const fault = findFault(name);
  if (fault === undefined) throw new Error(`There is no fault ${name}.`);
  const sandbox = await createSandbox({ faults: [fault] });
  return { sandbox, ask: createTestClient(sandbox), close: sandbox.close };
}

const wrongIsbn = { isbn: '9780306406158' };

test('a fault narrowed to a format spares the other formats', async () => {
  const { ask, close } = await openWith('isbn-checksum-ignored@only-print');
  expect((await ask.post('/books', newBook('print', wrongIsbn))).status).toBe(201);
  expect((await ask.post('/books', newBook('ebook', wrongIsbn))).status).toBe(422);
  await close();
});

test('a fault narrowed twice shows only if both operators apply', async () => {
  const { ask, close } = await openWith('isbn-checksum-ignored@only-print@only-astral-text');
  const astral = { ...wrongIsbn, title: 'Letters 𝒜' };
  expect((await ask.post('/books', newBook('print', astral))).status).toBe(201);
  expect((await ask.post('/books', newBook('print', wrongIsbn))).status).toBe(422);
  expect((await ask.post('/books', newBook('ebook', astral))).status).toBe(422);
  await close();
});

test('a fault narrowed to one call in seven spares the first six', async () => {
  const { sandbox, close } = await openWith('any-key-works@once-in-seven');
  const bad = createTestClient(sandbox, 'wrong');
  const statuses = [];
  for (let call = 0; call < 7; call += 1) statuses.push((await bad.get('/books')).status);
  expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 200]);
  await close();
});

test('from the second item on, the first item of a list stays as it was', async () => {
  const { ask, close } = await openWith(
    'book-list-item-attributes-title-not-as-given@from-second-item',
  );
  await ask.create('ebook', { title: 'One' });
  expect(valueAt((await ask.get('/books')).body, 'data.0.attributes.title')).toBe('One');
  await ask.create('ebook', { title: 'Two' });
  const { body } = await ask.get('/books?sort=title');
  const titles = [
    valueAt(body, 'data.0.attributes.title'),
    valueAt(body, 'data.1.attributes.title'),
  ];
  expect(titles.filter((title) => String(title).endsWith(' X'))).toHaveLength(1);
  expect(String(titles[0])).not.toMatch(/ X$/);
  await close();
});

test('a read that was answered with a fault is not remembered for the requests it spares', async () => {
  const { ask, close } = await openWith('book-attributes-title-not-as-given@once-in-seven');
  const id = await ask.create('ebook', { title: 'One' });
  const titles = [];
  for (let call = 0; call < 8; call += 1) {
    titles.push(valueAt((await ask.get(`/books/${id}`)).body, 'data.attributes.title'));
  }
  expect(titles).toEqual(['One', 'One', 'One', 'One', 'One', 'One', 'One X', 'One']);
  await close();
});

test('an unknown operator finds no fault', () => {
  expect(findFault('isbn-checksum-ignored@never')).toBeUndefined();
});
