/** Tests what the suite does not send to a list: huge page numbers and special characters. */
import { beforeEach, expect, test } from 'vitest';
import { openTestSandbox } from '../../../tests/support/fixtures.ts';
import { valueAt } from '../../../tests/support/sandbox/test-client.ts';

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
