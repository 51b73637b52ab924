/** Tests what the calls that find books send, and how they tell a book that is not there. */
import { describe, expect, it } from 'vitest';
import { book, createScriptedClient, id } from '../scenes/answering.ts';

describe('the calls that find a book', () => {
  it('get reads it by id', async () => {
    const { books, sent } = createScriptedClient(Response.json({ data: book }));
    expect(await books.get(id)).toEqual(book);
    expect(sent).toMatchObject([{ call: `GET /books/${id}`, body: undefined, type: null }]);
  });

  it('findByExternalId keeps an id with slashes in its segment', async () => {
    const { books, sent } = createScriptedClient(Response.json({ data: book }));
    expect(await books.findByExternalId('../a/b?c')).toEqual(book);
    expect(sent[0]?.call).toBe('GET /books/external-id/..%2Fa%2Fb%3Fc');
  });

  it('an id that would leave its path segment is refused, and nothing is sent', async () => {
    const { books, sent } = createScriptedClient();
    await expect(books.delete('..')).rejects.toThrow('bookPublicId must fit into one path segment');
    await expect(books.findByExternalId('.')).rejects.toThrow(
      'bookExternalId must fit into one path segment',
    );
    expect(sent).toEqual([]);
  });

  const problem = { title: 'Unprocessable', status: 422, detail: '', instance: '/' };
  const invalidParams = [{ name: 'bookExternalId', reason: 'unknown' }];

  it.each([
    ['a 422 naming it', Response.json({ ...problem, invalidParams }, { status: 422 })],
    ['a 404 with a message', Response.json({ message: 'none' }, { status: 404 })],
    ['a 404 with a Problem', Response.json({ ...problem, status: 404 }, { status: 404 })],
  ])('findByExternalId is null for %s', async (_, answer) => {
    expect(await createScriptedClient(answer).books.findByExternalId('x')).toBeNull();
  });

  it.each([
    ['a 422 naming nothing', Response.json(problem, { status: 422 }), 'problem'],
    ['a 404 from a proxy', new Response('<h1>404</h1>', { status: 404 }), 'unexpected-response'],
    ['a 401', new Response(null, { status: 401 }), 'response'],
    ['a message with another status', Response.json({ message: '' }, { status: 403 }), 'message'],
  ])('findByExternalId throws for %s', async (_, answer, kind) => {
    const finding = createScriptedClient(answer).books.findByExternalId('x');
    await expect(finding).rejects.toMatchObject({ type: kind, operation: 'lookUpBook' });
  });
});

describe('books.list', () => {
  const page = (next: string | null, ...ids: readonly string[]) =>
    Response.json({
      data: ids.map((each) => ({ ...book, id: each })),
      meta: { total: 2, page: 1, perPage: 1, lastPage: 2 },
      links: { self: '', next, prev: null },
    });

  it('getNextPage throws when the service ends the list too early', async () => {
    const { books } = createScriptedClient(page(null, 'a'));
    const first = await books.list({ perPage: 1 }).page();

    await expect(first.getNextPage()).rejects.toMatchObject({
      type: 'unexpected-response',
      expected: '2 books as meta.total says',
    });
  });

  it('requests large pages, with the filters on each', async () => {
    const away = page('https://other.example/?page=9', 'a');
    const { books, sent } = createScriptedClient(away, page(null, 'b'));
    const ids: string[] = [];
    for await (const each of books.list({ format: 'audio', sort: 'title' })) ids.push(each.id);
    expect(ids).toEqual(['a', 'b']);
    expect(sent.map(({ call }) => call)).toEqual([
      'GET /books?format=audio&sort=title&perPage=100&page=1',
      'GET /books?format=audio&sort=title&perPage=100&page=2',
    ]);
  });

  it('passes page and perPage on, and returns whole pages', async () => {
    const { books, sent } = createScriptedClient(page(null, 'c'));
    for await (const one of books.list({ page: 3, perPage: 1 }).byPage()) {
      expect(one.meta.lastPage).toBe(2);
    }
    expect(sent.map(({ call }) => call)).toEqual(['GET /books?perPage=1&page=3']);
  });

  it('throws the error response from the service', async () => {
    const refusal = { title: 'Bad Request', status: 400, detail: '', instance: '' };
    const { books } = createScriptedClient(Response.json(refusal, { status: 400 }));
    const first = books.list({ perPage: 101 })[Symbol.asyncIterator]().next();
    await expect(first).rejects.toMatchObject({ type: 'problem', operation: 'listBooks' });
  });
});
