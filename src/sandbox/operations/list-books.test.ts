/** Tests what the suite does not send to a list: huge page numbers, special characters and a second account. */
import { beforeEach, expect, test } from 'vitest';
import { newBook } from '../../../tests/support/books.ts';
import { openTestSandbox } from '../../../tests/support/fixtures.ts';
import { createTestClient, valueAt } from '../../../tests/support/sandbox/test-client.ts';

const { sandbox, client } = await openTestSandbox();
beforeEach(() => sandbox.reset());

const list = async (query: string) => (await client.get(`/books${query}`)).body;
const valuesAt = (body: unknown, path: string) => {
  const items = valueAt(body, 'data');
  return Array.isArray(items) ? items.map((item: unknown) => valueAt(item, path)) : [];
};
const titles = async (query: string) => valuesAt(await list(query), 'attributes.title');

test.each(['9007199254740993', '123456789012345678901'])(
  'the page %s is empty and is shown with all its digits',
  async (page) => {
    const { status, text } = await client.get(`/books?page=${page}`);
    expect([status, text]).toEqual([200, expect.stringContaining(`"page":${page},`)]);
    expect(text).toContain(`page=${page}&`);
  },
);

test('a language filter treats special characters literally', async () => {
  await client.create('ebook', { title: 'odd', language: ['x%_"!'] });
  await client.create('ebook', { title: 'plain', language: ['xab'] });
  expect(await titles(`?language=${encodeURIComponent('x%_"!')}`)).toEqual(['odd']);
  expect(await titles('?language=x%25')).toEqual([]);
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
