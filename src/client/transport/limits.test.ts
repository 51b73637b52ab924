/** Takes calls to their limits: time, deadline, signal, waits and the retry budget. */
import { describe, expect, it } from 'vitest';
import { createDistribution } from '../create-distribution.ts';
import { proxyResponse, lostRequest, noResponse, type Fault } from '../scenes/faulty-fetch.ts';
import { canary } from '../scenes/known-faults.ts';
import { always, namedBook, createScene, sceneStart, type Scene } from '../scenes/scene.ts';

const id = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';
const readCall = 'GET /books/{id}';
const found = async () => Response.json({ data: { id, type: 'book', attributes: {} } });

const later = (retryAfter: string, status = 429): Fault =>
  proxyResponse(() => new Response(null, { status, headers: { 'retry-after': retryAfter } }));

const elapsed = ({ time }: Scene) => time.now() - sceneStart;

describe('the time of a request', () => {
  it('ends each attempt, and the error says which limit it was', async () => {
    const scene = createScene(found, { [readCall]: always(noResponse('unseen')) });
    await expect(scene.books.get(id, { timeoutMs: 1_000 })).rejects.toMatchObject({
      type: 'timeout',
      limit: 'timeoutMs',
      afterMs: 1_000,
      attempts: 3,
      message:
        'readBook had no whole response within 1000 ms. Raise timeoutMs, or check the service.',
    });
    // Three seconds, and between them half of 250 ms and half of 500 ms.
    expect(elapsed(scene)).toBe(3_375);
  });

  it.each([
    [{ timeoutMs: 400 }, {}, 400],
    [{ timeoutMs: 400 }, { timeoutMs: 200 }, 200],
    [{}, {}, 30_000],
    [{ deadlineMs: 700 }, {}, 700],
  ])('is that of the call, else of the client %j %j', async (client, call, ms) => {
    const scene = createScene(
      found,
      { [readCall]: always(noResponse('unseen')) },
      { maxRetries: 0, ...client },
    );
    await expect(scene.books.get(id, call)).rejects.toMatchObject({ type: 'timeout', afterMs: ms });
    expect(elapsed(scene)).toBe(ms);
  });

  it('ends a call whose fetch ignores its signal', async () => {
    const scene = createScene(
      found,
      {},
      { maxRetries: 0, fetch: async () => new Promise(() => undefined) },
    );
    await expect(scene.books.get(id)).rejects.toMatchObject({ type: 'timeout' });
  });

  it.each([{ timeoutMs: 0 }, { timeoutMs: Number.NaN }, { deadlineMs: -1 }, { maxRetries: -1 }])(
    'is refused when it is none: %j',
    async (limits) => {
      expect(() =>
        createDistribution({ baseUrl: 'https://a.example', apiKey: 'k', ...limits }),
      ).toThrow(TypeError);
      const scene = createScene(found);
      await expect(scene.books.get(id, limits)).rejects.toThrow('Nothing was sent');
      expect(scene.requests).toEqual([]);
    },
  );
});

describe('the deadline of a call', () => {
  it('includes all waits and retries', async () => {
    const scene = createScene(found, { [readCall]: always(noResponse('unseen')) });
    const reading = scene.books.get(id, { timeoutMs: 1_000, deadlineMs: 2_500, maxRetries: 9 });
    await expect(reading).rejects.toMatchObject({ limit: 'deadlineMs', attempts: 3 });
    expect(elapsed(scene)).toBe(2_500);
  });

  it('is not waited for when the wait would pass it', async () => {
    const scene = createScene(found, { [readCall]: always(later('60')) });
    await expect(scene.books.get(id, { deadlineMs: 59_000 })).rejects.toMatchObject({
      type: 'response',
      retryAfterMs: 60_000,
    });
    expect(elapsed(scene)).toBe(0);
  });

  it('limits a create together with its lookups', async () => {
    const scene = createScene(found, {
      'POST /books': always(noResponse('unseen')),
      'GET /books/external-id/{id}': always(noResponse('unseen')),
    });
    const creating = scene.books.create(namedBook, { deadlineMs: 40_000 });
    await expect(creating).rejects.toMatchObject({ type: 'ambiguous-outcome' });
    expect(elapsed(scene)).toBe(40_000);
  });
});

describe('waiting for the service', () => {
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
  ])('takes as long as Retry-After: %s says, and a little more', async (value, ms) => {
    const scene = createScene(found, { [readCall]: [later(value)] });
    await scene.books.get(id);
    expect(elapsed(scene)).toBe(ms + 125);
  });

  it('measures a date by the clock of the service', async () => {
    const headers = {
      'retry-after': 'Sat, 21 Nov 2026 09:30:07 GMT',
      date: 'Sat, 21 Nov 2026 09:30:00 GMT',
    };
    const scene = createScene(found, {
      [readCall]: [proxyResponse(() => new Response(null, { status: 503, headers }))],
    });
    await scene.books.get(id);
    expect(elapsed(scene)).toBe(7_125);
  });

  it('is left to the caller beyond two minutes', async () => {
    const scene = createScene(found, { [readCall]: always(later('121')) });
    const error: unknown = await scene.books.get(id).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ type: 'response', retryAfterMs: 121_000, attempts: 1 });
  });

  it('is spread over a growing range', async () => {
    for (const [random, ms] of [
      [0, 0],
      [0.999, 999 * 0.25 + 999 * 0.5 + 999 + 999 * 2 + 999 * 4 + 999 * 8 + 999 * 8],
    ] as const) {
      const options = { random: () => random, maxRetries: 7 };
      const scene = createScene(found, { [readCall]: always(lostRequest()).slice(0, 7) }, options);
      await scene.books.get(id);
      expect(elapsed(scene)).toBeCloseTo(ms);
    }
  });
});

describe('the retry budget', () => {
  it('stops a flood of retries, and is refilled when the service recovers', async () => {
    const faults = Array.from({ length: 500 }, () => later('0'));
    const scene = createScene(found, { [readCall]: faults }, { retryBudget: 50 });
    for (let n = 0; n < 100; n += 1) await scene.books.get(id).catch(() => undefined);
    expect(scene.count(readCall)).toBe(110);
    const well = createScene(
      found,
      { [readCall]: [...faults.slice(0, 3), undefined, later('0')] },
      { retryBudget: 10 },
    );
    await well.books.get(id).catch(() => undefined);
    await expect(well.books.get(id)).resolves.toBeDefined();
    await expect(well.books.get(id)).rejects.toMatchObject({ attempts: 1 });
  });
});

describe('the signal of a call', () => {
  it('ends it before anything is sent', async () => {
    const scene = createScene(found);
    const reason = new Error('too late');
    const reading = scene.books.get(id, { signal: AbortSignal.abort(reason) });
    await expect(reading).rejects.toMatchObject({ type: 'aborted', cause: reason, attempts: 0 });
    expect(scene.requests).toEqual([]);
  });

  it.each([
    ['during a request', noResponse('unseen')],
    ['during a wait', later('100')],
  ])('ends it %s, immediately and without a retry', async (_, fault) => {
    const scene = createScene(found, { [readCall]: always(fault) });
    const stop = new AbortController();
    scene.time.after(20_000, () => stop.abort());
    await expect(scene.books.get(id, { signal: stop.signal })).rejects.toMatchObject({
      type: 'aborted',
      attempts: 1,
    });
    expect(elapsed(scene)).toBe(20_000);
  });

  it('ends a create while it looks for its book', async () => {
    const scene = createScene(async () => Response.json({ message: 'none' }, { status: 404 }), {
      'POST /books': always(lostRequest()),
    });
    const stop = new AbortController();
    scene.time.after(200, () => stop.abort());
    const creating = scene.books.create(namedBook, { signal: stop.signal });
    await expect(creating).rejects.toMatchObject({ type: 'aborted' });
    expect(elapsed(scene)).toBe(200);
    expect(scene.count('POST /books')).toBe(1);
  });

  it('ends the raw calls too, which say so in the same words', async () => {
    const scene = createScene(found, { 'GET /books': always(noResponse('unseen')) });
    const stop = new AbortController();
    scene.time.after(10, () => stop.abort());
    await expect(scene.raw.GET('/books', { signal: stop.signal })).rejects.toMatchObject({
      type: 'aborted',
      operation: 'listBooks',
    });
  });

  it('keeps no listener of a call that ended', async () => {
    const listeners = new Set<unknown>();
    const { signal } = new AbortController();
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (type: string, run: EventListener) => {
      listeners.add(run);
      add(type, run);
    };
    signal.removeEventListener = (type: string, run: EventListener) => {
      listeners.delete(run);
      remove(type, run);
    };
    const scene = createScene(found, { [readCall]: [lostRequest(), later('1')] });
    await scene.books.get(id, { signal });
    expect(scene.requests).toHaveLength(3);
    expect(listeners.size).toBe(0);
  });
});

describe('the raw calls', () => {
  it('are retried in the same way, except a create that may have worked', async () => {
    const scene = createScene(found, {
      'GET /books': [lostRequest()],
      'POST /books': [lostRequest()],
    });
    expect((await scene.raw.GET('/books')).response.ok).toBe(true);
    await expect(scene.raw.POST('/books', { body: namedBook })).rejects.toMatchObject({
      type: 'network',
      sent: true,
      attempts: 1,
    });
    expect(scene.requests.map(({ key }) => key)).toEqual([
      canary.apiKey,
      canary.apiKey,
      canary.apiKey,
    ]);
  });

  it('leave every way to read the response', async () => {
    const { raw } = createScene(found);
    const at = { params: { path: { bookPublicId: id } } };
    const { response, data } = await raw.GET('/books/{bookPublicId}', at);
    expect(data).toMatchObject({ data: { id } });
    expect(response.bodyUsed).toBe(false);
    expect(await response.clone().json()).toEqual(data);
    expect(await response.json()).toEqual(data);
    expect(await new Response(response.body).json()).toEqual(data);
    expect((await response.blob()).size).toBe((await response.arrayBuffer()).byteLength);
    const streamed = await raw.GET('/books/{bookPublicId}', { ...at, parseAs: 'stream' });
    expect(await new Response(streamed.data).json()).toEqual(data);
  });
});
