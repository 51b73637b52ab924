/** Tests that hooks see every request with its result, see no secret, and cannot break a call. */
import { describe, expect, it } from 'vitest';
import {
  proxyResponse,
  lostRequest,
  unsentRequest,
  noResponse,
} from '../../../tests/support/client/faulty-fetch.ts';
import type { OnRequest, RequestEnd, RequestStart } from './hooks.ts';
import { canary } from '../../../tests/support/client/known-faults.ts';
import { createScene, type Faults } from '../../../tests/support/client/scene.ts';

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
    // The waits are Retry-After with half of 250 ms, and half of 500 ms.
    expect(ends).toMatchObject([
      { status: 503, headers: { 'retry-after': '1' }, error: undefined, retryInMs: 1_125 },
      { status: undefined, headers: {}, error: { type: 'network', sent: false }, retryInMs: 250 },
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
