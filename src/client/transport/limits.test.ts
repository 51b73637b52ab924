/** Tests the limits of calls: timeout, deadline, signal, waits and retry budget. No listener remains. */
import { getEventListeners } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { createDistribution } from '../create-distribution.ts';
import {
  proxyResponse,
  lostRequest,
  noResponse,
  unsentRequest,
  type Fault,
} from '../../../tests/support/client/faulty-fetch.ts';
import { canary } from '../../../tests/support/client/known-faults.ts';
import {
  always,
  ebookWithExternalId,
  createScene,
  sceneStart,
  type Scene,
} from '../../../tests/support/client/scene.ts';
import { onAbort } from './waiting.ts';

const id = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';
const readCall = 'GET /books/{id}';
const returnBook = async () => Response.json({ data: { id, type: 'book', attributes: {} } });

const createRetryAfterFault = (value: string): Fault =>
  proxyResponse(() => new Response(null, { status: 429, headers: { 'retry-after': value } }));

const getElapsedMs = ({ time }: Scene) => time.now() - sceneStart;

describe('the timeout of a request', () => {
  it('ends each attempt with an error that names the limit', async () => {
    const scene = createScene(returnBook, { [readCall]: always(noResponse('not-received')) });
    await expect(scene.books.get(id, { timeoutMs: 1_000 })).rejects.toMatchObject({
      type: 'timeout',
      limit: 'timeoutMs',
      afterMs: 1_000,
      attempts: 3,
      message:
        'readBook got no complete response within 1000 ms. Raise timeoutMs, or check the service.',
    });
    // Three attempts of a second, with waits of three quarters of 1 s and of 2 s.
    expect(getElapsedMs(scene)).toBe(5_250);
  });

  it.each([
    [{ timeoutMs: 400 }, {}, 400],
    [{ timeoutMs: 400 }, { timeoutMs: 200 }, 200],
    [{}, {}, 30_000],
    [{ deadlineMs: 700 }, {}, 700],
  ])(
    'is that of the call, or else that of the client: %j %j',
    async (clientOptions, options, ms) => {
      const scene = createScene(
        returnBook,
        { [readCall]: always(noResponse('not-received')) },
        { maxRetries: 0, ...clientOptions },
      );
      const call = scene.books.get(id, options);
      await expect(call).rejects.toMatchObject({ type: 'timeout', afterMs: ms });
      expect(getElapsedMs(scene)).toBe(ms);
    },
  );

  it('ends a call even if fetch ignores its signal', async () => {
    const scene = createScene(
      returnBook,
      {},
      { maxRetries: 0, fetch: async () => new Promise(() => undefined) },
    );
    await expect(scene.books.get(id)).rejects.toMatchObject({ type: 'timeout' });
  });

  it.each([{ timeoutMs: 0 }, { timeoutMs: Number.NaN }, { deadlineMs: -1 }, { maxRetries: -1 }])(
    'is refused if it is invalid: %j',
    async (limits) => {
      expect(() =>
        createDistribution({ baseUrl: 'https://a.example', apiKey: canary.apiKey, ...limits }),
      ).toThrow('Nothing was sent');
      const scene = createScene(returnBook);
      await expect(scene.books.get(id, limits)).rejects.toThrow('Nothing was sent');
      expect(scene.requests).toEqual([]);
    },
  );
});

describe('the deadline of a call', () => {
  it('includes all waits and retries', async () => {
    const scene = createScene(returnBook, { [readCall]: always(noResponse('not-received')) });
    const call = scene.books.get(id, { timeoutMs: 1_000, deadlineMs: 5_000, maxRetries: 9 });
    await expect(call).rejects.toMatchObject({ limit: 'deadlineMs', attempts: 3 });
    expect(getElapsedMs(scene)).toBe(5_000);
  });

  it('ends the call immediately if the wait would be longer', async () => {
    const scene = createScene(returnBook, { [readCall]: always(createRetryAfterFault('60')) });
    await expect(scene.books.get(id, { deadlineMs: 59_000 })).rejects.toMatchObject({
      type: 'response',
      retryAfterMs: 60_000,
    });
    expect(getElapsedMs(scene)).toBe(0);
  });

  it('limits a create together with its lookups', async () => {
    const scene = createScene(returnBook, {
      'POST /books': always(noResponse('not-received')),
      'GET /books/external-id/{id}': always(noResponse('not-received')),
    });
    const call = scene.books.create(ebookWithExternalId, { deadlineMs: 40_000 });
    await expect(call).rejects.toMatchObject({ type: 'ambiguous-outcome' });
    expect(getElapsedMs(scene)).toBe(40_000);
  });
});

describe('the wait before a retry', () => {
  it.each([
    ['1.5', 0],
    ['1, 2', 0],
    ['soon, in 5', 0],
    ['2026-11-21T09:00:00Z', 0],
    ['0', 0],
    ['120', 120_000],
    ['Sat, 21 Nov 2026 08:01:00 GMT', 60_000],
    ['Sat, 21 Nov 2026 07:00:00 GMT', 0],
    ['soon', 0],
    ['-5', 0],
  ])('for the Retry-After %s is %i ms and a random part', async (value, ms) => {
    const scene = createScene(returnBook, { [readCall]: [createRetryAfterFault(value)] });
    await scene.books.get(id);
    expect(getElapsedMs(scene)).toBe(ms + 750);
  });

  it('is measured by the service clock for a date', async () => {
    const headers = {
      'retry-after': 'Sat, 21 Nov 2026 09:30:07 GMT',
      date: 'Sat, 21 Nov 2026 09:30:00 GMT',
    };
    const scene = createScene(returnBook, {
      [readCall]: [proxyResponse(() => new Response(null, { status: 503, headers }))],
    });
    await scene.books.get(id);
    expect(getElapsedMs(scene)).toBe(7_750);
  });

  it('is at most two minutes, otherwise the call throws', async () => {
    const scene = createScene(returnBook, { [readCall]: always(createRetryAfterFault('121')) });
    const error: unknown = await scene.books.get(id).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ type: 'response', retryAfterMs: 121_000, attempts: 1 });
  });

  it('is between half a step and a step, which doubles from 1 to 8 seconds', async () => {
    for (const [random, ms] of [
      [0, 500 + 1_000 + 2_000 + 4_000 * 4],
      [0.998, 999 + 999 * 2 + 999 * 4 + 999 * 8 * 4],
    ] as const) {
      const options = { random: () => random, maxRetries: 7 };
      const scene = createScene(
        returnBook,
        { [readCall]: always(lostRequest()).slice(0, 7) },
        options,
      );
      await scene.books.get(id);
      expect(getElapsedMs(scene)).toBeCloseTo(ms);
    }
  });

  it.each([
    [Number.NaN, 500],
    [-7, 500],
    [7, 1_000],
  ])('stays in this range if random returns %d', async (random, ms) => {
    const options = { random: () => random };
    const scene = createScene(returnBook, { [readCall]: [lostRequest()] }, options);
    await scene.books.get(id);
    expect(getElapsedMs(scene)).toBe(ms);
  });
});

describe('the retry budget', () => {
  it('stops retries when it is used up, and one success is not enough for another retry', async () => {
    const faults = Array.from({ length: 500 }, () => createRetryAfterFault('0'));
    const scene = createScene(returnBook, { [readCall]: faults }, { retryBudget: 50 });
    for (let n = 0; n < 100; n += 1) await scene.books.get(id).catch(() => undefined);
    // 100 calls, and 10 retries that cost 5 of the 50 tokens each.
    expect(scene.count(readCall)).toBe(110);
    const recoveringScene = createScene(
      returnBook,
      { [readCall]: [...faults.slice(0, 3), undefined, createRetryAfterFault('0')] },
      { retryBudget: 10 },
    );
    // Two retries use up the 10 tokens. One success is not enough for another retry.
    await recoveringScene.books.get(id).catch(() => undefined);
    await expect(recoveringScene.books.get(id)).resolves.toBeDefined();
    await expect(recoveringScene.books.get(id)).rejects.toMatchObject({ attempts: 1 });
  });
});

describe('the signal of a call', () => {
  it('aborts it before a request is sent', async () => {
    const scene = createScene(returnBook);
    const reason = new Error('too late');
    const call = scene.books.get(id, { signal: AbortSignal.abort(reason) });
    await expect(call).rejects.toMatchObject({ type: 'aborted', cause: reason, attempts: 0 });
    expect(scene.requests).toEqual([]);
  });

  it.each([
    ['during a request', noResponse('not-received')],
    ['during a wait', createRetryAfterFault('100')],
  ])('aborts it %s, immediately and without a retry', async (_, fault) => {
    const scene = createScene(returnBook, { [readCall]: always(fault) });
    const stop = new AbortController();
    scene.time.after(20_000, () => stop.abort());
    await expect(scene.books.get(id, { signal: stop.signal })).rejects.toMatchObject({
      type: 'aborted',
      attempts: 1,
    });
    expect(getElapsedMs(scene)).toBe(20_000);
  });

  it('aborts a create that is looking for its book', async () => {
    const scene = createScene(async () => Response.json({ message: 'none' }, { status: 404 }), {
      'POST /books': always(lostRequest()),
    });
    const stop = new AbortController();
    scene.time.after(200, () => stop.abort());
    const call = scene.books.create(ebookWithExternalId, { signal: stop.signal });
    await expect(call).rejects.toMatchObject({ type: 'aborted' });
    expect(getElapsedMs(scene)).toBe(200);
    expect(scene.count('POST /books')).toBe(1);
  });

  it('aborts raw calls with the same error', async () => {
    const scene = createScene(returnBook, { 'GET /books': always(noResponse('not-received')) });
    const stop = new AbortController();
    scene.time.after(10, () => stop.abort());
    await expect(scene.raw.GET('/books', { signal: stop.signal })).rejects.toMatchObject({
      type: 'aborted',
      operation: 'listBooks',
    });
  });

  it('has no listeners after the call', async () => {
    const listeners = new Set<unknown>();
    const { signal } = new AbortController();
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (type: string, listener: EventListener) => {
      listeners.add(listener);
      add(type, listener);
    };
    signal.removeEventListener = (type: string, listener: EventListener) => {
      listeners.delete(listener);
      remove(type, listener);
    };
    const scene = createScene(returnBook, {
      [readCall]: [lostRequest(), createRetryAfterFault('1')],
    });
    await scene.books.get(id, { signal });
    expect(scene.requests).toHaveLength(3);
    expect(listeners.size).toBe(0);
  });
});

it('calls the listeners that are still registered, and removes all of them', () => {
  const stop = new AbortController();
  const calledListeners: number[] = [];
  const unregisterAll = [1, 2, 3].map((n) => onAbort(stop.signal, () => calledListeners.push(n)));
  unregisterAll[1]?.();
  stop.abort();
  expect(calledListeners).toEqual([1, 3]);
  for (const unregister of unregisterAll) unregister();
  expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
});

it('registers twenty listeners without a warning from Node', async () => {
  const warn = vi.spyOn(process, 'emitWarning');
  const { signal } = new AbortController();
  for (let count = 0; count < 20; count += 1) onAbort(signal, () => undefined);
  expect(getEventListeners(signal, 'abort')).toHaveLength(20);
  expect(warn).not.toHaveBeenCalled();
});

it.each([3_600_000, -3_600_000])('a clock that steps by %i ms changes no limit', async (step) => {
  const scene = createScene(returnBook, { [readCall]: always(noResponse('not-received')) });
  const time = {
    ...scene.time,
    now: () => scene.time.now() + (scene.time.now() > sceneStart ? step : 0),
  };
  const client = scene.withOptions({ time, timeoutMs: 1_000, deadlineMs: 10_000, maxRetries: 99 });
  await expect(client.books.get(id)).rejects.toMatchObject({ type: 'timeout', attempts: 4 });
  // Four seconds for the attempts, and waits of 0.75, 1.5 and 3 s. The next wait would exceed the deadline.
  expect(getElapsedMs(scene)).toBe(9_250);
});

/** Fails while the service restarts. */
const createRestart = ({ time }: Scene, ms: number) =>
  time.now() < sceneStart + ms ? unsentRequest('ECONNREFUSED') : undefined;

it('a call survives a restart of a second, and one of 50 seconds with retryForMs', async () => {
  const scene: Scene = createScene(returnBook, () => createRestart(scene, 1_000));
  await scene.books.get(id);
  const slowScene: Scene = createScene(returnBook, () => createRestart(slowScene, 50_000));
  await expect(slowScene.books.get(id)).rejects.toMatchObject({ type: 'network', sent: false });
  await slowScene.books.get(id, { retryForMs: 60_000 });
});

it('a create that only waited for its turn was not sent, and is not ambiguous', async () => {
  const scene = createScene(
    async () => Response.json({ bookId: id }, { status: 201 }),
    { [readCall]: [noResponse('not-received')] },
    { maxConcurrency: 1 },
  );
  void scene.books.get(id, { timeoutMs: 50_000, maxRetries: 0 }).safe();
  const call = scene.books.create(ebookWithExternalId, { deadlineMs: 10_000 });
  await expect(call).rejects.toMatchObject({ type: 'timeout', sent: false, retryable: true });
  expect(scene.count('POST /books')).toBe(0);
});

it('a signal of another realm aborts a call', async () => {
  const listeners: (() => void)[] = [];
  const foreignSignal = {
    aborted: false,
    reason: 'enough',
    addEventListener: (_: string, listener: () => void) => listeners.push(listener),
    removeEventListener: () => undefined,
  };
  const scene = createScene(returnBook, { [readCall]: always(noResponse('not-received')) });
  // @ts-expect-error -- as of happy-dom, which is no EventTarget of Node
  const call = scene.books.get(id, { signal: foreignSignal });
  for (const listener of listeners) listener();
  await expect(call).rejects.toMatchObject({ type: 'aborted', cause: 'enough' });
  // @ts-expect-error -- not a signal at all
  await expect(scene.books.get(id, { signal: {} })).rejects.toThrow('must be an AbortSignal');
});

it('options that change after a call or a client was made have no effect', async () => {
  const keys: (string | null)[] = [];
  const options = { timeoutMs: 1_000, maxRetries: 0, headers: { 'x-job': 'nightly' } };
  const scene = createScene(returnBook);
  const fetch = async (request: Request): Promise<Response> => {
    keys.push(request.headers.get('x-job'));
    return new Promise(() => undefined);
  };
  const client = scene.withOptions({ ...options, fetch });
  options.headers['x-job'] = 'changed';
  await client.withOptions({ timeoutMs: undefined }).books.get(id).safe();
  expect(keys).toEqual(['nightly']);
  // The timeout of the first client, because an undefined option changes nothing.
  expect(getElapsedMs(scene)).toBe(1_000);
});
