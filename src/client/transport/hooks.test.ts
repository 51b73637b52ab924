/** Tests what looking on sees: every request with its end, no secret, and no way to break a call. */
import { describe, expect, it } from 'vitest';
import { proxyResponse, lostRequest, neverSent, noResponse } from '../scenes/faulty-fetch.ts';
import type { OnRequest, RequestEnd, RequestStart } from './hooks.ts';
import { canary } from '../scenes/known-faults.ts';
import { createScene, type Faults } from '../scenes/scene.ts';

const id = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';
const readCall = 'GET /books/{id}';
const found = async () => {
  const headers = { 'x-request-id': '7', 'set-cookie': canary.apiKey, location: canary.url };
  return Response.json({ data: { id, type: 'book', attributes: {} } }, { headers });
};

function watched(faults: Faults, spoil?: OnRequest) {
  const seen: RequestStart[] = [];
  const ends: RequestEnd[] = [];
  const onRequest: OnRequest = (request) => {
    seen.push(request);
    return spoil === undefined ? (end: RequestEnd) => ends.push(end) : spoil(request);
  };
  return { at: createScene(found, faults, { onRequest }), seen, ends };
}

describe('onRequest', () => {
  it('receives each request and its result', async () => {
    const slow = proxyResponse(
      () => new Response(null, { status: 503, headers: { 'retry-after': '1' } }),
    );
    const { at, seen, ends } = watched({ [readCall]: [slow, neverSent('ENOTFOUND')] });
    await at.books.get(id);
    const url = `https://service.example/v2/distribution/books/${id}`;
    const request = { operation: 'readBook', method: 'GET', url };
    expect(seen).toEqual([1, 2, 3].map((attempt) => ({ ...request, attempt })));
    expect(ends).toMatchObject([
      { status: 503, headers: { 'retry-after': '1' }, error: undefined, retryInMs: 1_125 },
      { status: undefined, headers: {}, error: { type: 'network', sent: false }, retryInMs: 250 },
      { status: 200, error: undefined, retryInMs: undefined },
    ]);
  });

  it('sees no query, and only headers that are known to be harmless', async () => {
    const { at, seen, ends } = watched({});
    await at.books.list({ language: canary.apiKey }).page().safe();
    await at.books.get(id);
    expect(seen[0]?.url).toBe('https://service.example/v2/distribution/books');
    expect(ends[1]?.headers).toEqual({ 'content-type': 'application/json', 'x-request-id': '7' });
    expect(JSON.stringify([seen, ends])).not.toMatch(/canary/);
  });

  it('receives calls that time out or are aborted', async () => {
    const stop = new AbortController();
    const { at, ends } = watched({ [readCall]: [noResponse('unseen'), noResponse('unseen')] });
    await at.books.get(id, { timeoutMs: 7, maxRetries: 0 }).safe();
    at.time.after(5, () => stop.abort());
    await at.books.get(id, { signal: stop.signal }).safe();
    expect(ends).toMatchObject([
      { error: { type: 'timeout' }, durationMs: 7 },
      { error: { type: 'aborted' }, durationMs: 5, retryInMs: undefined },
    ]);
  });

  it('sees the lookups after a lost create too', async () => {
    const { at, seen } = watched({ 'POST /books/{id}/publish': [lostRequest()] });
    await at.books.publish(id).safe();
    expect(seen.map(({ operation, attempt }) => `${operation} ${attempt}`)).toEqual([
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
  ])('breaks no call when it %s', async (_, spoil) => {
    const { at } = watched({ [readCall]: [lostRequest()] }, spoil);
    await expect(at.books.get(id)).resolves.toMatchObject({ id });
  });
});
