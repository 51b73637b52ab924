/** Tests the requests of get, findByExternalId and list, and which responses mean that there is no such book. */
import { describe, expect, it } from 'vitest';
import {
  book,
  createScriptedClient,
  fileId,
  id,
} from '../../../tests/support/client/scripted-client.ts';
import { isUnexpectedResponseError } from '../errors/index.ts';

describe('books.get', () => {
  it('reads the book by its id', async () => {
    const { books, requests } = createScriptedClient(Response.json({ data: book }));
    expect(await books.get(id)).toEqual(book);
    expect(requests).toMatchObject([{ call: `GET /books/${id}`, body: undefined, type: null }]);
  });

  it('reads it in another case, and refuses another book', async () => {
    const { books } = createScriptedClient(
      ...[id, fileId].map((other) => Response.json({ data: { ...book, id: other } })),
    );
    expect(await books.get(id.toUpperCase())).toEqual(book);
    await expect(books.get(id)).rejects.toMatchObject({ type: 'unexpected-response' });
  });
});

describe('books.findByExternalId', () => {
  it('keeps an id with slashes in one path segment', async () => {
    const { books, requests } = createScriptedClient(Response.json({ data: book }));
    expect(await books.findByExternalId('../a/b?c')).toEqual(book);
    expect(requests[0]?.call).toBe('GET /books/external-id/..%2Fa%2Fb%3Fc');
  });

  const problem = { title: 'Unprocessable', status: 422, detail: '', instance: '/' };
  const invalidParams = [{ name: 'bookExternalId', reason: 'unknown' }];

  it.each([
    ['a 422 that names the id', Response.json({ ...problem, invalidParams }, { status: 422 })],
    ['a 404 with a message', Response.json({ message: 'none' }, { status: 404 })],
    ['a 404 with a Problem', Response.json({ ...problem, status: 404 }, { status: 404 })],
  ])('returns null for %s', async (_, response) => {
    expect(await createScriptedClient(response).books.findByExternalId('x')).toBeNull();
  });

  it.each([
    ['a 422 that names no field', Response.json(problem, { status: 422 }), 'problem'],
    ['a 404 from a proxy', new Response('<h1>404</h1>', { status: 404 }), 'unexpected-response'],
    ['a 401', new Response(null, { status: 401 }), 'response'],
    [
      'a book with another external id',
      Response.json({ data: { ...book, attributes: { externalId: 'y' } } }),
      'unexpected-response',
    ],
    [
      'a book whose external id is in another case',
      Response.json({ data: { ...book, attributes: { externalId: 'X' } } }),
      'unexpected-response',
    ],
    [
      'a book whose external id has a hyphen more',
      Response.json({ data: { ...book, attributes: { externalId: 'x-' } } }),
      'unexpected-response',
    ],
    ['a 403 with a message', Response.json({ message: '' }, { status: 403 }), 'message'],
  ])('throws for %s', async (_, response, type) => {
    const lookup = createScriptedClient(response).books.findByExternalId('x');
    await expect(lookup).rejects.toMatchObject({ type, operation: 'lookUpBook' });
  });
});

it('an id that would leave its path segment is refused before anything is sent', async () => {
  const { books, requests } = createScriptedClient();
  await expect(books.delete('..')).rejects.toThrow('bookPublicId must be one path segment');
  await expect(books.findByExternalId('.')).rejects.toThrow(
    'bookExternalId must be one path segment',
  );
  expect(requests).toEqual([]);
});

describe('books.list', () => {
  const createPage = (next: string | null, ...ids: readonly string[]) =>
    Response.json({
      data: ids.map((bookId) => ({ ...book, id: bookId })),
      meta: { total: 2, page: 1, perPage: 1, lastPage: 2 },
      links: { self: '', next, prev: null },
    });

  it('requests pages of 100 books with all filters, and does not follow links', async () => {
    const firstPage = createPage('https://other.example/?page=9', 'a');
    const { books, requests } = createScriptedClient(firstPage, createPage(null, 'b'));
    const ids: string[] = [];
    for await (const item of books.list({ format: 'audio', sort: 'title' })) ids.push(item.id);
    expect(ids).toEqual(['a', 'b']);
    expect(requests.map(({ call }) => call)).toEqual([
      'GET /books?format=audio&sort=title&perPage=100&page=1',
      'GET /books?format=audio&sort=title&perPage=100&page=2',
    ]);
    await books.list({ page: 3, perPage: 1 }).page().safe();
    expect(requests[2]?.call).toBe('GET /books?perPage=1&page=3');
  });

  it.each(['"1000"', '-1', '1e400'])('refuses a page whose total is %s', async (total) => {
    const page = `{"data":[],"meta":{"total":${total}},"links":{"next":null}}`;
    const { books } = createScriptedClient(new Response(page));
    await expect(books.list().page()).rejects.toSatisfy(isUnexpectedResponseError);
  });

  it('throws the error for a refusal', async () => {
    const refusal = { title: 'Bad Request', status: 400, detail: '', instance: '' };
    const { books } = createScriptedClient(Response.json(refusal, { status: 400 }));
    const firstStep = books.list({ perPage: 101 })[Symbol.asyncIterator]().next();
    await expect(firstStep).rejects.toMatchObject({ type: 'problem', operation: 'listBooks' });
  });
});
