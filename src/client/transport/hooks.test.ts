/** Tests hooks, which see every request and no secret, and the three forms of a call's result. */
import { describe, expect, it, expectTypeOf } from 'vitest';
import {
  proxyResponse,
  lostRequest,
  unsentRequest,
  noResponse,
} from '../../../tests/support/client/faulty-fetch.ts';
import type { OnRequest, RequestEnd, RequestStart } from './hooks.ts';
import { canary } from '../../../tests/support/client/known-faults.ts';
import { createScene, type Faults } from '../../../tests/support/client/scene.ts';
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
const readCall = 'GET /books/{id}';
const returnBook = async () => {
  const headers = { 'x-request-id': '7', 'set-cookie': canary.apiKey, location: canary.url };
  return Response.json({ data: { id, type: 'book', attributes: {} } }, { headers });
};

function createWatchedScene(faults: Faults, failingHook?: OnRequest) {
  const starts: RequestStart[] = [];
  const ends: RequestEnd[] = [];
  const onRequest: OnRequest = (request) => {
    starts.push(request);
    return failingHook === undefined ? (end: RequestEnd) => ends.push(end) : failingHook(request);
  };
  return { ...createScene(returnBook, faults, { onRequest }), starts, ends };
}

describe('onRequest', () => {
  it('receives each request and its result', async () => {
    const retryLater = proxyResponse(
      () => new Response(null, { status: 503, headers: { 'retry-after': '1' } }),
    );
    const { books, starts, ends } = createWatchedScene({
      [readCall]: [retryLater, unsentRequest('ENOTFOUND')],
    });
    await books.get(id);
    const url = `https://service.example/v2/distribution/books/${id}`;
    const request = { operation: 'readBook', method: 'GET', url };
    expect(starts).toEqual([1, 2, 3].map((attempt) => ({ ...request, attempt })));
    // The waits are Retry-After with three quarters of 1 s, and three quarters of 2 s.
    expect(ends).toMatchObject([
      { status: 503, headers: { 'retry-after': '1' }, error: undefined, retryInMs: 1_750 },
      { status: undefined, headers: {}, error: { type: 'network', sent: false }, retryInMs: 1_500 },
      { status: 200, error: undefined, retryInMs: undefined },
    ]);
  });

  it('sees no query, and only headers that are known to be harmless', async () => {
    const { books, starts, ends } = createWatchedScene({});
    await books.list({ language: canary.apiKey }).page().safe();
    await books.get(id);
    expect(starts[0]?.url).toBe('https://service.example/v2/distribution/books');
    expect(ends[1]?.headers).toEqual({ 'content-type': 'application/json', 'x-request-id': '7' });
    expect(JSON.stringify([starts, ends])).not.toMatch(/canary/);
  });

  it('receives calls that time out or are aborted', async () => {
    const stop = new AbortController();
    const { books, time, ends } = createWatchedScene({
      [readCall]: [noResponse('not-received'), noResponse('not-received')],
    });
    await books.get(id, { timeoutMs: 7, maxRetries: 0 }).safe();
    time.after(5, () => stop.abort());
    await books.get(id, { signal: stop.signal }).safe();
    expect(ends).toMatchObject([
      { error: { type: 'timeout' }, durationMs: 7 },
      { error: { type: 'aborted' }, durationMs: 5, retryInMs: undefined },
    ]);
  });

  it('sees the read after a lost publish too', async () => {
    const { books, starts } = createWatchedScene({ 'POST /books/{id}/publish': [lostRequest()] });
    await books.publish(id).safe();
    expect(starts.map(({ operation, attempt }) => `${operation} ${attempt}`)).toEqual([
      'publishBook 1',
      'readBook 1',
    ]);
  });

  it.each<[string, OnRequest]>([
    [
      'throws',
      () => {
        throw new Error('x');
      },
    ],
    ['rejects', async () => Promise.reject(new Error('x'))],
    [
      'throws at the end',
      () => () => {
        throw new Error('x');
      },
    ],
    ['rejects at the end', () => async () => Promise.reject(new Error('x'))],
  ])('does not break a call if it %s', async (_, failingHook) => {
    const { books } = createWatchedScene({ [readCall]: [lostRequest()] }, failingHook);
    await expect(books.get(id)).resolves.toMatchObject({ id });
  });
});

const book = { id, type: 'book', attributes: { title: 'Tides' } };

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
    [() => new Response('x', { status: 502 }), { status: 502, error: { type: 'response' } }],
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

it('a logger that rejects or throws, and a hook that changes what it gets, affect nothing else', async () => {
  const lines: string[] = [];
  const scene = createScene(
    returnBook,
    { [readCall]: [lostRequest()] },
    {
      onRequest: (start) => {
        Reflect.set(start, 'url', 'changed');
        return (end) => Reflect.set(end, 'durationMs', -1);
      },
      logger: {
        warn: async (line) => Promise.reject(new Error(line)),
        debug: (line) => {
          lines.push(line);
          throw new Error(line);
        },
      },
    },
  );
  await scene.books.get(id);
  expect(lines).toEqual([expect.stringMatching(/GET https:.* in 0 ms/)]);
});
