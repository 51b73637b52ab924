/** Tests what each of the ten calls sends, and that it understands every documented form of its answer. */
import { describe, expect, it } from 'vitest';
import type { BookCreate, UploadDescriptor } from './book.ts';
import { createDistribution } from './create-distribution.ts';
import { isUnexpectedAnswerError } from './error-guards.ts';

const id = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';
const fileId = 'e2b64a90-1c7d-4e85-9f3b-60d8a2c41f77';
const book = { id, type: 'book', attributes: { title: 'The Salt Road', status: 'draft' } };

const draft: BookCreate = {
  format: 'ebook',
  title: 'The Salt Road',
  language: ['en'],
  description: 'Nine letters from the coast.',
  category: ['FIC000000'],
  copyright: 'SELF',
  saleTerritory: ['ALL'],
  publicationDate: '2027-05-01',
  contributor: [{ firstName: 'Ada', lastName: 'Reed', role: 'Author' }],
  price: [{ currency: 'EUR', price: 9.99 }],
};

interface SentRequest {
  readonly call: string;
  readonly body: unknown;
  readonly type: string | null;
  readonly headers: Headers;
}

/** A client whose service gives these answers in turn, and what it was sent. */
function clientFor(...answers: readonly Response[]) {
  const sent: SentRequest[] = [];
  const { books } = createDistribution({
    baseUrl: 'https://host.example/v2/distribution/',
    apiKey: 'canary-key-4711',
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url);
      const body = await request.text();
      sent.push({
        call: `${request.method} ${pathname.replace('/v2/distribution', '')}${search}`,
        body: body === '' ? undefined : JSON.parse(body),
        type: request.headers.get('content-type'),
        headers: request.headers,
      });
      return answers[sent.length - 1] ?? Response.json({ message: 'no more' }, { status: 500 });
    },
  });
  return { books, sent };
}

const nothing = () => new Response(null, { status: 204 });

describe('books.create', () => {
  it.each([
    ['the id alone', { bookId: id }, { id, book: undefined }],
    ['the whole book', { data: book }, { id, book }],
    ['both at once', { bookId: id, data: book }, { id, book }],
    ['more than is documented', { bookId: id, trace: 7 }, { id, book: undefined }],
  ])('understands %s', async (_, answer, saved) => {
    const { books, sent } = clientFor(Response.json(answer, { status: 201 }));
    expect(await books.create(draft)).toEqual({ ...saved, reconciled: false });
    expect(sent).toMatchObject([{ call: 'POST /books', body: draft, type: 'application/json' }]);
  });

  it.each([
    ['two different ids', { bookId: fileId, data: book }],
    ['no id', { bookId: '' }],
    ['an id that is no text', { bookId: 7 }],
    ['a book without attributes', { bookId: id, data: { id } }],
    ['a bare book', book],
  ])('does not guess at %s', async (_, answer) => {
    const { books } = clientFor(Response.json(answer, { status: 201 }));
    await expect(books.create(draft)).rejects.toSatisfy(isUnexpectedAnswerError);
  });
});

describe('books.update', () => {
  it.each([
    [{ bookId: id }, { id, book: undefined }],
    [{ data: book }, { id, book }],
    [
      { bookId: id, data: book },
      { id, book },
    ],
  ])('sends the changes and understands %j', async (answer, saved) => {
    const { books, sent } = clientFor(Response.json(answer));
    expect(await books.update(id, { isFinalVersion: true })).toEqual(saved);
    expect(sent).toMatchObject([{ call: `PATCH /books/${id}`, body: { isFinalVersion: true } }]);
  });
});

describe('the calls that find a book', () => {
  it('get reads it by id', async () => {
    const { books, sent } = clientFor(Response.json({ data: book }));
    expect(await books.get(id)).toEqual(book);
    expect(sent).toMatchObject([{ call: `GET /books/${id}`, body: undefined, type: null }]);
  });

  it('getByExternalId keeps an id with slashes in its segment', async () => {
    const { books, sent } = clientFor(Response.json({ data: book }));
    expect(await books.getByExternalId('../a/b?c')).toEqual(book);
    expect(sent[0]?.call).toBe('GET /books/external-id/..%2Fa%2Fb%3Fc');
  });

  it('an id that would climb is refused and nothing is sent', async () => {
    const { books, sent } = clientFor();
    await expect(books.delete('..')).rejects.toThrow('bookPublicId must be writable');
    await expect(books.findByExternalId('.')).rejects.toThrow('bookExternalId must be writable');
    expect(sent).toEqual([]);
  });

  const problem = { title: 'Unprocessable', status: 422, detail: '', instance: '/' };
  const invalidParams = [{ name: 'bookExternalId', reason: 'unknown' }];

  it.each([
    ['a 422 naming it', Response.json({ ...problem, invalidParams }, { status: 422 })],
    ['a 404 with a message', Response.json({ message: 'none' }, { status: 404 })],
    ['a 404 with a Problem', Response.json({ ...problem, status: 404 }, { status: 404 })],
  ])('findByExternalId is null for %s', async (_, answer) => {
    expect(await clientFor(answer).books.findByExternalId('x')).toBeNull();
  });

  it.each([
    ['a 422 naming nothing', Response.json(problem, { status: 422 }), 'problem'],
    ['a 404 of a proxy', new Response('<h1>404</h1>', { status: 404 }), 'unexpected-answer'],
    ['a 401', new Response(null, { status: 401 }), 'unauthorized'],
    ['a message with another status', Response.json({ message: '' }, { status: 403 }), 'message'],
  ])('findByExternalId throws for %s', async (_, answer, kind) => {
    const finding = clientFor(answer).books.findByExternalId('x');
    await expect(finding).rejects.toMatchObject({ kind, operation: 'lookUpBook' });
  });

  it('getByExternalId throws where findByExternalId is null', async () => {
    const { books } = clientFor(Response.json({ ...problem, invalidParams }, { status: 422 }));
    await expect(books.getByExternalId('x')).rejects.toMatchObject({
      kind: 'problem',
      status: 422,
    });
  });
});

describe('books.list', () => {
  const page = (next: string | null, ...ids: readonly string[]) =>
    Response.json({
      data: ids.map((each) => ({ ...book, id: each })),
      meta: { total: 2, page: 1, perPage: 1, lastPage: 2 },
      links: { self: '', next, prev: null },
    });

  it('asks for large pages by its own count, with the filters on each', async () => {
    const away = page('https://other.example/?page=9', 'a');
    const { books, sent } = clientFor(away, page(null, 'b'));
    const ids: string[] = [];
    for await (const each of books.list({ format: 'audio', sort: 'title' })) ids.push(each.id);
    expect(ids).toEqual(['a', 'b']);
    expect(sent.map(({ call }) => call)).toEqual([
      'GET /books?format=audio&sort=title&perPage=100&page=1',
      'GET /books?format=audio&sort=title&perPage=100&page=2',
    ]);
  });

  it('takes page and perPage as given, and gives whole pages', async () => {
    const { books, sent } = clientFor(page(null, 'c'));
    for await (const one of books.list({ page: 3, perPage: 1 }).byPage()) {
      expect(one.meta.lastPage).toBe(2);
    }
    expect(sent.map(({ call }) => call)).toEqual(['GET /books?perPage=1&page=3']);
  });

  it('throws what the service refused', async () => {
    const refusal = { title: 'Bad Request', status: 400, detail: '', instance: '' };
    const { books } = clientFor(Response.json(refusal, { status: 400 }));
    const first = books.list({ perPage: 101 })[Symbol.asyncIterator]().next();
    await expect(first).rejects.toMatchObject({ kind: 'problem', operation: 'listBooks' });
  });
});

describe('books.requestUploads', () => {
  const files: readonly UploadDescriptor[] = ['one', 'two'].map((referenceId) => ({
    referenceId,
    role: 'audio_content',
    filename: `${referenceId}.mp3`,
    hashSha256: '0'.repeat(64),
  }));
  const flat = (n: number) => ({ id: `${n}`, url: `https://s.example/${n}?s`, expiresAt: 'soon' });
  const enveloped = (n: number, referenceId: string) => {
    const { id: grantId, ...attributes } = flat(n);
    const type = 'book-file-upload';
    return { id: grantId, type, attributes: { ...attributes, referenceId, role: 'audio_content' } };
  };
  const bare = (n: number) => ({ ...flat(n), referenceId: undefined, role: undefined });
  const echoed = (n: number, referenceId: string) => ({
    ...flat(n),
    referenceId,
    role: 'audio_content',
  });

  it.each([
    ['the bare list', [flat(1), flat(2)], [bare(1), bare(2)]],
    ['the bare list in an envelope', { data: [flat(1), flat(2)] }, [bare(1), bare(2)]],
    [
      'the envelope',
      { data: [enveloped(1, 'one'), enveloped(2, 'two')] },
      [echoed(1, 'one'), echoed(2, 'two')],
    ],
    [
      'the envelope in another order',
      { data: [enveloped(2, 'two'), enveloped(1, 'one')] },
      [echoed(1, 'one'), echoed(2, 'two')],
    ],
    [
      'everything said twice',
      { data: [enveloped(1, 'one'), enveloped(2, 'two')].map((g) => ({ ...flat(9), ...g })) },
      [echoed(1, 'one'), echoed(2, 'two')],
    ],
    [
      'one label on every grant',
      [enveloped(2, 'one'), enveloped(1, 'one')],
      [echoed(2, 'one'), echoed(1, 'one')],
    ],
  ])('understands %s', async (_, answer, grants) => {
    const { books, sent } = clientFor(Response.json(answer, { status: 201 }));
    expect(await books.requestUploads(id, files)).toEqual(grants);
    expect(sent).toMatchObject([{ call: `POST /books/${id}/upload`, body: files }]);
  });

  it.each([
    ['fewer grants than files', [flat(1)]],
    ['more grants than files', [flat(1), flat(2), flat(3)]],
    ['a grant without URL', [flat(1), { id: '2', expiresAt: 'soon' }]],
    ['no list', { data: {} }],
    ['no body', null],
  ])('does not guess at %s', async (_, answer) => {
    const { books } = clientFor(Response.json(answer, { status: 201 }));
    await expect(books.requestUploads(id, files)).rejects.toSatisfy(isUnexpectedAnswerError);
  });
});

describe('the calls with nothing to read', () => {
  const file = { fileId, filename: 'one.mp3', hashSha256: '0'.repeat(64) };
  const answers = [
    ['204', nothing],
    ['{}', () => Response.json({})],
    ['an empty 200', () => new Response('')],
    ['some JSON', () => Response.json({ data: book }, { status: 202 })],
  ] as const;

  it.each(answers)('take %s for success', async (_, answer) => {
    const { books, sent } = clientFor(answer(), answer(), answer(), answer());
    await books.attach(id, file);
    await books.publish(id);
    await books.unpublish(id);
    await books.delete(id);
    const { fileId: _fileId, ...announced } = file;
    expect(sent).toMatchObject([
      { call: `PATCH /books/${id}/file/${fileId}/attach`, body: announced },
      { call: `POST /books/${id}/publish`, body: {} },
      { call: `POST /books/${id}/unpublish`, body: {} },
      { call: `DELETE /books/${id}`, body: {} },
    ]);
  });

  it('do not take a page of HTML for success', async () => {
    const { books } = clientFor(new Response('<html></html>'));
    await expect(books.publish(id)).rejects.toSatisfy(isUnexpectedAnswerError);
  });
});

describe('the options of a call', () => {
  it('add headers beside the key', async () => {
    const { books, sent } = clientFor(nothing());
    await books.publish(id, { headers: { 'x-trace': '7', apikey: 'another' } });
    expect(sent[0]?.headers.get('x-trace')).toBe('7');
    expect(sent[0]?.headers.get('apikey')).toBe('canary-key-4711');
  });

  it('end the call by its signal, with the reason of the signal as the cause', async () => {
    const reason = new Error('enough');
    const { books } = createDistribution({
      baseUrl: 'https://host.example',
      apiKey: 'canary-key-4711',
      fetch: (request) =>
        new Promise((_, reject) => {
          request.signal.addEventListener('abort', () => reject(request.signal.reason));
        }),
    });
    const stop = new AbortController();
    const reading = books.get(id, { signal: stop.signal });
    stop.abort(reason);
    await expect(reading).rejects.toMatchObject({ kind: 'aborted', cause: reason });
  });
});

describe('createDistribution', () => {
  it('refuses an empty key', () => {
    const make = () => createDistribution({ baseUrl: 'https://host.example', apiKey: '' });
    expect(make).toThrow('apiKey must be the key of your account');
  });
});
