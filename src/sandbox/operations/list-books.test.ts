/** Tests the list: items, pages, sort keys and filters. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestClient, valueAt, newBook, type TestClient } from '../scenes/ask-in-process.ts';
import { createClock } from '../parts/index.ts';
import { createSandbox, type Sandbox } from '../sandbox.ts';

/** Matches any string, with a type. */
const anyText: unknown = expect.any(String);

let sandbox: Sandbox;
let ask: TestClient;

beforeEach(async () => {
  sandbox = await createSandbox();
  ask = createTestClient(sandbox);
});

afterEach(() => sandbox.close());

const list = async (query: string) => (await ask.get(`/books${query}`)).body;
const each = (body: unknown, path: string) => {
  const items = valueAt(body, 'data');
  return Array.isArray(items) ? items.map((item: unknown) => valueAt(item, path)) : [];
};
const titles = async (query: string) => each(await list(query), 'attributes.title');

test('an item has exactly the documented fields', async () => {
  const clock = createClock();
  clock.freeze(Date.UTC(2026, 10, 21, 10, 0, 0, 5));
  const frozen = await createSandbox({ clock });
  await createTestClient(frozen).create('print', { subtitle: 'S', externalId: 'x' });
  const { body } = await createTestClient(frozen).get('/books');
  expect(valueAt(body, 'data.0')).toEqual({
    id: anyText,
    type: 'book',
    attributes: {
      externalId: 'x',
      format: 'print',
      title: 'The Salt Road',
      subtitle: 'S',
      seriesTitle: null,
      seriesNumber: null,
      productIdentifier: '9780306406157',
      productIdentifierType: 'ISBN13',
      authors: ['Ines Aldana'],
      language: ['EN'],
      status: 'draft',
      createdAt: '2026-11-21T10:00:00.005Z',
      updatedAt: '2026-11-21T10:00:00.005Z',
    },
  });
  await frozen.close();
});

test('an empty list has one page and no links', async () => {
  expect(await list('')).toEqual({
    data: [],
    meta: { total: 0, page: 1, perPage: 50, lastPage: 1 },
    links: {
      self: '/v2/distribution/books?page=1&perPage=50&sort=createdAt',
      next: null,
      prev: null,
    },
  });
});

test('the pages contain every book once, and links lead to the next page', async () => {
  const ids = [];
  for (let index = 0; index < 7; index += 1) ids.push(await ask.create('ebook'));
  const seen = [];
  let path: unknown = '/books?perPage=3&format=ebook';
  const pages = [];
  while (typeof path === 'string') {
    const body = (await ask.get(path.replace('/v2/distribution', ''))).body;
    seen.push(...each(body, 'id'));
    pages.push(valueAt(body, 'meta'));
    path = valueAt(body, 'links.next');
  }
  expect(seen).toEqual(ids.toReversed());
  expect(pages).toEqual([1, 2, 3].map((page) => ({ total: 7, page, perPage: 3, lastPage: 3 })));
});

test('a page after the last is empty', async () => {
  await ask.create('ebook');
  const body = await list('?page=5');
  expect(valueAt(body, 'data')).toEqual([]);
  expect(valueAt(body, 'links.next')).toBeNull();
});

test('sorts by title regardless of case, and by identifier with missing ones last', async () => {
  await ask.create('ebook', { title: 'beta', isbn: '9781861972712' });
  await ask.create('ebook', { title: 'Alpha' });
  await ask.create('ebook', { title: 'gamma', isbn: '9780306406157' });
  expect(await titles('?sort=title')).toEqual(['Alpha', 'beta', 'gamma']);
  expect(await titles('?sort=productIdentifier')).toEqual(['gamma', 'beta', 'Alpha']);
  expect(await titles('?sort=createdAt')).toEqual(['gamma', 'Alpha', 'beta']);
  expect(await titles('')).toEqual(await titles('?sort=createdAt'));
});

test('filters by format and language', async () => {
  await ask.create('ebook', { title: 'E', language: ['en', 'de'] });
  await ask.create('audio', { title: 'A', language: ['fr'] });
  await ask.create('print', { title: 'P', language: ['DE'] });
  expect(await titles('?format=audio')).toEqual(['A']);
  expect(await titles('?language=de')).toEqual(['P', 'E']);
  expect(await titles('?language=DE&format=print')).toEqual(['P']);
  expect(await titles('?language=d')).toEqual([]);
  expect(await titles('?language=zz')).toEqual([]);
  expect(valueAt(await list('?format=ebook'), 'meta.total')).toBe(1);
});

test('an unusual language matches exactly', async () => {
  await ask.create('ebook', { title: 'odd', language: ['x%_"!'] });
  await ask.create('ebook', { title: 'plain', language: ['xab'] });
  expect(await titles(`?language=${encodeURIComponent('x%_"!')}`)).toEqual(['odd']);
  expect(await titles('?language=x%25')).toEqual([]);
});

test.each([
  ['page=0', 'page'],
  ['page=-1', 'page'],
  ['page=abc', 'page'],
  ['page=1.5', 'page'],
  ['page=', 'page'],
  ['perPage=0', 'perPage'],
  ['perPage=101', 'perPage'],
  ['perPage=x', 'perPage'],
  ['sort=name', 'sort'],
  ['sort=Title', 'sort'],
  ['sort=', 'sort'],
  ['format=pdf', 'format'],
  ['format=EBOOK', 'format'],
])('%s gets 400 and names the parameter', async (query, name) => {
  const response = await ask.get(`/books?${query}`);
  expect([response.status, valueAt(response.body, 'invalidParams.0.name')]).toEqual([400, name]);
  expect(response.mediaType).toBe('application/problem+json');
});

test.each([
  'perPage=1',
  'perPage=100',
  'page=1',
  'page=99999999999999999999',
  'shelf=A',
  'language=',
])('%s is accepted', async (query) => {
  expect((await ask.get(`/books?${query}`)).status).toBe(200);
});

test('the list shows changes of a book', async () => {
  const id = await ask.create('ebook');
  await ask.patch(`/books/${id}`, { title: 'Other', language: ['fr'] });
  expect(await titles('?language=fr')).toEqual(['Other']);
  await ask.remove(`/books/${id}`);
  expect(await titles('')).toEqual([]);
});

test('each account sees its own books', async () => {
  const two = await createSandbox({ keys: ['one', 'two'] });
  const id = await createTestClient(two, 'one').create('ebook', { externalId: 'x' });
  const other = createTestClient(two, 'two');
  expect(valueAt((await other.get('/books')).body, 'meta.total')).toBe(0);
  expect((await other.get(`/books/${id}`)).status).toBe(404);
  expect((await other.get('/books/external-id/x')).status).toBe(422);
  expect((await other.post('/books', newBook('ebook', { externalId: 'x' }))).status).toBe(201);
  await two.close();
});
