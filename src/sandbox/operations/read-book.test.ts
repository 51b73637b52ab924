/** Tests reading and looking up a book, and that each operation needs a key. */
import { beforeEach, expect, test } from 'vitest';
import { openTestSandbox } from '../../../tests/support/fixtures.ts';
import { valueAt } from '../../../tests/support/sandbox/test-client.ts';

const { sandbox, client } = await openTestSandbox();
beforeEach(() => sandbox.reset());

test('a book is read by either id, and reading changes nothing', async () => {
  const id = await client.create('ebook', { externalId: 'cat-1' });
  const before = await sandbox.books();
  const byId = await client.get(`/books/${id}`);
  const byExternalId = await client.get('/books/external-id/cat-1');
  expect(byId.status).toBe(200);
  expect(byId.body).toEqual(byExternalId.body);
  expect(await sandbox.books()).toEqual(before);
});

test('an uppercase id finds the same book', async () => {
  const id = await client.create('ebook');
  const { body } = await client.get(`/books/${id.toUpperCase()}`);
  expect(valueAt(body, 'data.id')).toBe(id);
});

test.each(['a/b', 'a b', '100%', 'a+b', 'été', '📚', 'a%2Fb', '?x#y', 'upload'])(
  'an external id %j works in the path',
  async (externalId) => {
    const id = await client.create('ebook', { externalId });
    const { body } = await client.get(`/books/external-id/${encodeURIComponent(externalId)}`);
    expect(valueAt(body, 'data.id')).toBe(id);
  },
);

test('an unknown id gets 404 with a message', async () => {
  const response = await client.get('/books/3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90');
  expect([response.status, response.body]).toEqual([404, { message: 'Book not found.' }]);
  expect(response.mediaType).toBe('application/json');
});

test('an id that is not a UUID gets 400 and names the parameter', async () => {
  const response = await client.get('/books/nothing');
  expect([response.status, valueAt(response.body, 'invalidParams.0.name')]).toEqual([
    400,
    'bookPublicId',
  ]);
});

test('an unknown external id gets 422 and names the parameter', async () => {
  const response = await client.get('/books/external-id/nothing');
  expect([response.status, valueAt(response.body, 'invalidParams.0.name')]).toEqual([
    422,
    'bookExternalId',
  ]);
});

const book = '/books/3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';
const keyedOperations = [
  ['POST', '/books'],
  ['GET', '/books'],
  ['GET', book],
  ['GET', '/books/external-id/x'],
  ['PATCH', book],
  ['POST', `${book}/upload`],
  ['PATCH', `${book}/file/3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90/attach`],
  ['POST', `${book}/publish`],
  ['POST', `${book}/unpublish`],
  ['DELETE', book],
] as const;

test.each(keyedOperations)('%s %s needs a key', async (method, path) => {
  const json = method === 'GET' ? undefined : {};
  for (const key of [null, 'wrong', '']) {
    const response = await client.sendRequest(method, path, { key, json });
    expect([response.status, response.body]).toEqual([401, { message: 'Unauthorized' }]);
    expect(response.requirement).toBe(key === 'wrong' ? 'auth.invalid-key' : 'auth.missing-key');
  }
});
