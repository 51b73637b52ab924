/** Tests the three forms of a call's result: its content, its content with the response, and its outcome. */
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { BookPage } from '../books/index.ts';
import type { Book } from '../contract.ts';
import type { Outcome } from './call-promise.ts';
import { createDistribution } from '../create-distribution.ts';
import type {
  MessageError,
  ProblemError,
  ResponseError,
  UnexpectedResponseError,
  NetworkError,
} from '../errors/index.ts';

const id = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';
const book = { id, type: 'book', attributes: { title: 'Tides' } };
const problem = { title: 'No', detail: '', instance: '/', invalidParams: [] };

function createClient(respond: () => Response | Promise<Response>) {
  const requests: Request[] = [];
  const { books } = createDistribution({
    baseUrl: 'https://host.example',
    apiKey: 'canary-key-4711',
    maxRetries: 0,
    fetch: async (request) => {
      requests.push(request);
      return respond();
    },
  });
  return { books, requests };
}

describe('withResponse', () => {
  it('returns the content and the response, whose body can still be read', async () => {
    const headers = { 'x-request-id': '7' };
    const { books, requests } = createClient(() => Response.json({ data: book }, { headers }));
    const { data, response, attempts } = await books.get(id).withResponse();
    expect(data).toEqual(book);
    expect(response.headers.get('x-request-id')).toBe('7');
    expect(await response.json()).toEqual({ data: book });
    expect(attempts).toBe(1);
    expect(requests).toHaveLength(1);
  });

  it('returns null and the 404 for a book that does not exist', async () => {
    const { books } = createClient(() => Response.json({ message: 'none' }, { status: 404 }));
    const { data, response } = await books.findByExternalId('x').withResponse();
    expect([data, response.status]).toEqual([null, 404]);
  });

  it('rejects with the error of the call', async () => {
    const { books } = createClient(() => new Response(null, { status: 401 }));
    await expect(books.get(id).withResponse()).rejects.toMatchObject({ type: 'response' });
  });
});

describe('safe', () => {
  it.each([
    [() => Response.json({ data: book }), { ok: true, status: 200, data: book }],
    [
      () => Response.json({ message: 'x' }, { status: 404 }),
      { status: 404, error: { type: 'message' } },
    ],
    [
      () => Response.json({ ...problem, status: 422 }, { status: 422 }),
      { status: 422, error: { type: 'problem' } },
    ],
    [() => new Response(null, { status: 401 }), { status: 401, error: { type: 'response' } }],
    [() => new Response(null, { status: 429 }), { status: 429, error: { type: 'response' } }],
    [
      () => Response.json({ message: 'x' }, { status: 429 }),
      { status: 429, error: { type: 'message' } },
    ],
    [() => new Response('x', { status: 502 }), { status: 502, error: { type: 'response' } }],
    [
      () => Response.json({ message: 'x' }, { status: 403 }),
      { status: 403, error: { status: 403 } },
    ],
    [() => new Response('<html>'), { status: 200, type: 'unexpected-response' }],
    [() => Promise.reject(new Error('x')), { type: 'network', error: { sent: true } }],
  ])('returns the result or the error of the call: case %#', async (respond, outcome) => {
    const { books } = createClient(respond);
    expect(await books.get(id).safe()).toMatchObject({ ok: false, ...outcome });
  });

  it('returns an abort and an ambiguous outcome too', async () => {
    const { books } = createClient(() => Promise.reject(new Error('x')));
    const signal = AbortSignal.abort();
    expect(await books.get(id, { signal }).safe()).toMatchObject({ ok: false, type: 'aborted' });
    expect(await books.delete(id).safe()).toMatchObject({ ok: false, type: 'ambiguous-outcome' });
  });

  it('throws for invalid arguments', async () => {
    const { books } = createClient(() => Response.json({ data: book }));
    await expect(books.get('..').safe()).rejects.toThrow(TypeError);
  });

  it('returns an outcome whose type narrows by status and type', () => {
    type BookOutcome = Outcome<Book>;
    expectTypeOf<Extract<BookOutcome, { ok: true }>['data']>().toEqualTypeOf<Book>();
    expectTypeOf<
      Extract<BookOutcome, { type: 'network' }>['error']
    >().toEqualTypeOf<NetworkError>();
    const readOutcome = (outcome: Outcome<BookPage>) => {
      if (outcome.ok) return expectTypeOf(outcome.data).toEqualTypeOf<BookPage>();
      if (outcome.status === 422) {
        return expectTypeOf(outcome.error).toEqualTypeOf<
          ProblemError | MessageError | ResponseError | UnexpectedResponseError
        >();
      }
      return outcome.error.message;
    };
    expect(readOutcome).toBeTypeOf('function');
  });
});
