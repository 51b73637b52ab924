/** Tests the list: items, pages, sort keys and filters. */
import { beforeEach, expect, test } from 'vitest';
import { newBook } from '../../../tests/support/books.ts';
import { openTestSandbox } from '../../../tests/support/fixtures.ts';
import { createTestClient, valueAt } from '../../../tests/support/sandbox/test-client.ts';
import { createClock } from '../parts/index.ts';

/** Matches any string, with a type. */
const anyText: unknown = expect.any(String);

const { sandbox, client } = await openTestSandbox();
beforeEach(() => sandbox.reset());

const list = async (query: string) => (await client.get(`/books${query}`)).body;
const valuesAt = (body: unknown, path: string) => {
  const items = valueAt(body, 'data');
  return Array.isArray(items) ? items.map((item: unknown) => valueAt(item, path)) : [];
};
const titles = async (query: string) => valuesAt(await list(query), 'attributes.title');

test('an item has exactly the documented fields', async () => {
  const clock = createClock();
  clock.freeze(Date.UTC(2026, 10, 21, 10, 0, 0, 5));
  const { client: frozenClient } = await openTestSandbox({ clock });
  await frozenClient.create('print', { subtitle: 'S', externalId: 'x' });
  const { body } = await frozenClient.get('/books');
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

test('following the next links lists every book once, newest first', async () => {
  const ids = [];
  for (let index = 0; index < 7; index += 1) ids.push(await client.create('ebook'));
  const listedIds = [];
  let path: unknown = '/books?perPage=3&format=ebook';
  const pages = [];
  while (typeof path === 'string') {
    const body = (await client.get(path.replace('/v2/distribution', ''))).body;
    listedIds.push(...valuesAt(body, 'id'));
    pages.push(valueAt(body, 'meta'));
    path = valueAt(body, 'links.next');
  }
  expect(listedIds).toEqual(ids.toReversed());
  expect(pages).toEqual([1, 2, 3].map((page) => ({ total: 7, page, perPage: 3, lastPage: 3 })));
});

test.each(['9007199254740993', '123456789012345678901'])(
  'the page %s is empty and is shown with all its digits',
  async (page) => {
    const { status, text } = await client.get(`/books?page=${page}`);
    expect([status, text]).toEqual([200, expect.stringContaining(`"page":${page},`)]);
    expect(text).toContain(`page=${page}&`);
  },
);

test('a page after the last one is empty and has no next link', async () => {
  await client.create('ebook');
  const body = await list('?page=5');
  expect(valueAt(body, 'data')).toEqual([]);
  expect(valueAt(body, 'links.next')).toBeNull();
});

test('sorts by title regardless of case, by identifier with missing identifiers last, and by default newest first', async () => {
  await client.create('ebook', { title: 'beta', isbn: '9781861972712' });
  await client.create('ebook', { title: 'Alpha' });
  await client.create('ebook', { title: 'gamma', isbn: '9780306406157' });
  expect(await titles('?sort=title')).toEqual(['Alpha', 'beta', 'gamma']);
  expect(await titles('?sort=productIdentifier')).toEqual(['gamma', 'beta', 'Alpha']);
  expect(await titles('?sort=createdAt')).toEqual(['gamma', 'Alpha', 'beta']);
  expect(await titles('')).toEqual(await titles('?sort=createdAt'));
});

test('filters by format and language', async () => {
  await client.create('ebook', { title: 'E', language: ['en', 'de'] });
  await client.create('audio', { title: 'A', language: ['fr'] });
  await client.create('print', { title: 'P', language: ['DE'] });
  expect(await titles('?format=audio')).toEqual(['A']);
  expect(await titles('?language=de')).toEqual(['P', 'E']);
  expect(await titles('?language=DE&format=print')).toEqual(['P']);
  expect(await titles('?language=d')).toEqual([]);
  expect(await titles('?language=zz')).toEqual([]);
  expect(valueAt(await list('?format=ebook'), 'meta.total')).toBe(1);
});

test('a language filter treats special characters literally', async () => {
  await client.create('ebook', { title: 'odd', language: ['x%_"!'] });
  await client.create('ebook', { title: 'plain', language: ['xab'] });
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
  ['language=', 'language'],
  ['format=pdf', 'format'],
  ['format=EBOOK', 'format'],
])('%s gets 400 and names the parameter', async (query, name) => {
  const response = await client.get(`/books?${query}`);
  expect([response.status, valueAt(response.body, 'invalidParams.0.name')]).toEqual([400, name]);
  expect(response.mediaType).toBe('application/problem+json');
});

test.each(['perPage=1', 'perPage=100', 'page=1', 'page=99999999999999999999', 'shelf=A'])(
  '%s is accepted',
  async (query) => {
    expect((await client.get(`/books?${query}`)).status).toBe(200);
  },
);

test('the list shows an updated book with its new values, and no deleted book', async () => {
  const id = await client.create('ebook');
  await client.patch(`/books/${id}`, { title: 'Other', language: ['fr'] });
  expect(await titles('?language=fr')).toEqual(['Other']);
  await client.remove(`/books/${id}`);
  expect(await titles('')).toEqual([]);
});

test('an account cannot list, read or look up the books of another, and may use the same external id', async () => {
  const shared = await openTestSandbox({ keys: ['one', 'two'] });
  const id = await shared.client.create('ebook', { externalId: 'x' });
  const otherClient = createTestClient(shared.sandbox, 'two');
  expect(valueAt((await otherClient.get('/books')).body, 'meta.total')).toBe(0);
  expect((await otherClient.get(`/books/${id}`)).status).toBe(404);
  expect((await otherClient.get('/books/external-id/x')).status).toBe(422);
  expect((await otherClient.post('/books', newBook('ebook', { externalId: 'x' }))).status).toBe(
    201,
  );
});
