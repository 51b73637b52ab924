/** Tests creates under the faults of networks, gateways and services, against a whole service in process. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from '../../sandbox/index.ts';
import { isAmbiguousOutcomeError } from '../errors/index.ts';
import { readOutcome } from '../scenes/end-of-call.ts';
import {
  proxyResponse,
  lateWork,
  lostResponse,
  lostRequest,
  neverSent,
  noResponse,
} from '../scenes/faulty-fetch.ts';
import {
  canary,
  htmlResponse,
  neverSentFaults,
  refusedWithEffectFaults,
  refusedForNowFaults,
  unclearWithEffectFaults,
  unclearWithoutEffectFaults,
  withoutEffectFaults,
} from '../scenes/known-faults.ts';
import {
  always,
  namedBook,
  namelessBook,
  createScene,
  sceneStart,
  type Faults,
} from '../scenes/scene.ts';

/** A service that takes any external id twice: nothing but the client prevents a second book. */
const lax = {
  key: canary.apiKey,
  readings: { 'create.duplicate-external-id': 'accepted' },
};

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await createSandbox(lax);
});
beforeEach(async () => sandbox.reset());
afterAll(async () => sandbox.close());

const sceneWith = (faults: Faults) => createScene(sandbox.fetch, faults);

async function draftOf(input = namedBook): Promise<string> {
  return (await createScene(sandbox.fetch).books.create(input)).id;
}

describe('create with an external id', () => {
  it.each([...withoutEffectFaults, ...unclearWithoutEffectFaults])(
    'makes one book when %s',
    async (_, fault) => {
      const scene = sceneWith({ 'POST /books': [fault] });
      expect(await readOutcome(scene.books.create(namedBook), scene)).toMatchObject({
        reconciled: false,
      });
      expect(await sandbox.books()).toHaveLength(1);
      expect(scene.count('POST /books')).toBe(2);
    },
  );

  it.each([...unclearWithEffectFaults, ...refusedWithEffectFaults])(
    'makes one book when %s',
    async (_, fault) => {
      const scene = sceneWith({ 'POST /books': [fault] });
      expect(await readOutcome(scene.books.create(namedBook), scene)).toMatchObject({
        reconciled: true,
      });
      expect(await sandbox.books()).toHaveLength(1);
      expect(scene.count('POST /books')).toBe(1);
    },
  );

  it.each([
    ['a page as a success', proxyResponse(() => htmlResponse(201), 'worked')],
    ['truncated JSON', proxyResponse(() => new Response('{"bookId":', { status: 201 }), 'worked')],
    ['an empty success', proxyResponse(() => new Response(null, { status: 204 }), 'worked')],
    ['work that shows two seconds late', lateWork(2_000)],
    ['work that shows nine seconds late', lateWork(9_000)],
  ])('makes one book despite %s', async (_, fault) => {
    const scene = createScene(sandbox.fetch, { 'POST /books': [fault] });
    expect(await readOutcome(scene.books.create(namedBook), scene)).toMatchObject({
      reconciled: true,
    });
    expect(await sandbox.books()).toHaveLength(1);
  });

  it.each([
    ['a lost connection', lateWork(20_000)],
    [
      'a 503 with a time to wait',
      proxyResponse(() => new Response(null, { status: 503, headers: { 'retry-after': '1' } })),
    ],
  ])('is never sent again after %s when settleMs is Infinity', async (_, fault) => {
    const scene = createScene(sandbox.fetch, { 'POST /books': [fault] }, { settleMs: Infinity });
    expect(await readOutcome(scene.books.create(namedBook), scene)).toMatchObject({
      type: 'ambiguous-outcome',
      attempts: 1,
    });
    await new Promise<void>((resolve) => void scene.time.after(30_000, resolve));
    expect((await sandbox.books()).length).toBeLessThanOrEqual(1);
  });

  it('finds the late book after the service refused a second one', async () => {
    const strict = await createSandbox({ key: canary.apiKey });
    const slow = proxyResponse(
      () => new Response(null, { status: 503, headers: { 'retry-after': '3' } }),
    );
    const faults = { 'POST /books': [lateWork(15_000), slow] };
    const scene = createScene(strict.fetch, faults);
    expect(await readOutcome(scene.books.create(namedBook), scene)).toMatchObject({
      reconciled: true,
    });
    expect(scene.count('POST /books')).toBe(2);
    expect(await strict.books()).toHaveLength(1);
    await strict.close();
  });

  it('looks at the book after a second lost response too', async () => {
    const scene = sceneWith({ 'POST /books': [lostRequest(), lostResponse()] });
    expect(await readOutcome(scene.books.create(namedBook), scene)).toMatchObject({
      reconciled: true,
    });
    expect(await sandbox.books()).toHaveLength(1);
  });

  it.each([
    ['the request is lost every time', always(lostRequest()), 3],
    ['the service is silent', always(noResponse('unseen')), 1],
    ['a gateway gives up waiting', always(proxyResponse(() => htmlResponse(504))), 1],
  ])('is ambiguous when %s, and can look again', async (_, faults, posts) => {
    const scene = sceneWith({ 'POST /books': faults });
    const error = await readOutcome(scene.books.create(namedBook), scene);
    expect(error).toMatchObject({ type: 'ambiguous-outcome', attempts: posts });
    expect(scene.count('POST /books')).toBe(posts);
    if (!isAmbiguousOutcomeError(error)) throw error;
    expect(await error.reconcile()).toBeNull();
  });
});

describe('create whose request was lost', () => {
  const lookUp = 'GET /books/external-id/{id}';

  it('is looked for during ten seconds before it is sent again', async () => {
    const scene = sceneWith({ 'POST /books': [lostRequest()] });
    await scene.books.create(namedBook);
    expect(scene.count('POST /books')).toBe(2);
    expect(scene.count(lookUp)).toBeLessThanOrEqual(8);
    expect(scene.requests.at(-2)?.call).toBe(lookUp);
    const took = scene.time.now() - sceneStart;
    expect(took).toBeGreaterThanOrEqual(10_000);
    expect(took).toBeLessThan(11_000);
  });

  it('is sent again within a second with a short settleMs', async () => {
    const scene = createScene(sandbox.fetch, { 'POST /books': [lostRequest()] }, { settleMs: 500 });
    await scene.books.create(namedBook);
    expect(scene.count('POST /books')).toBe(2);
    expect(scene.time.now() - sceneStart).toBeLessThan(1_000);
  });

  it('is looked up again after a long Retry-After, right before it is sent again', async () => {
    const busy = proxyResponse(
      () => new Response(null, { status: 503, headers: { 'retry-after': '60' } }),
    );
    const scene = sceneWith({ 'POST /books': [busy] });
    await scene.books.create(namedBook);
    expect(scene.requests.map(({ call }) => call)).toEqual([
      'POST /books',
      lookUp,
      lookUp,
      'POST /books',
    ]);
  });
});

describe('create without an external id', () => {
  it.each(neverSentFaults)('makes one book when %s', async (_, fault) => {
    const scene = sceneWith({ 'POST /books': [fault] });
    expect(await readOutcome(scene.books.create(namelessBook), scene)).toMatchObject({
      reconciled: false,
    });
    expect(await sandbox.books()).toHaveLength(1);
  });

  it.each([...refusedForNowFaults.slice(0, 3), ...refusedWithEffectFaults])(
    'is sent once when %s, since it cannot be looked up',
    async (_, fault) => {
      const scene = sceneWith({ 'POST /books': [fault] });
      const error = await readOutcome(scene.books.create(namelessBook), scene);
      expect(error).toMatchObject({ type: 'response', attempts: 1, retryable: true });
      expect(scene.requests).toHaveLength(1);
    },
  );

  it.each([
    ...refusedForNowFaults.slice(3),
    ...unclearWithoutEffectFaults,
    ...unclearWithEffectFaults,
  ])('is sent once and is ambiguous when %s', async (_, fault) => {
    const scene = sceneWith({ 'POST /books': [fault] });
    const error = await readOutcome(scene.books.create(namelessBook), scene);
    expect(error).toMatchObject({
      type: 'ambiguous-outcome',
      operation: 'createBook',
      attempts: 1,
    });
    expect(scene.requests).toHaveLength(1);
    if (!isAmbiguousOutcomeError(error)) throw error;
    await expect(error.reconcile()).rejects.toBe(error);
  });
});

describe('create that finds another book under its external id', () => {
  it('is ambiguous rather than wrong', async () => {
    await draftOf({ ...namedBook, title: 'Tides' });
    const scene = sceneWith({ 'POST /books': always(lostRequest()) });
    const error = await readOutcome(scene.books.create(namedBook), scene);
    expect(error).toMatchObject({ type: 'ambiguous-outcome' });
    expect(String(error)).toContain('another format or title');
    expect(scene.count('POST /books')).toBe(1);
  });

  it('is ambiguous when looking fails too', async () => {
    const scene = sceneWith({
      'POST /books': [lostResponse()],
      'GET /books/external-id/{id}': always(neverSent('ECONNREFUSED')),
    });
    const error = await readOutcome(scene.books.create(namedBook), scene);
    expect(error).toMatchObject({
      type: 'ambiguous-outcome',
      cause: { type: 'network', sent: true },
    });
    if (!isAmbiguousOutcomeError(error)) throw error;
    await expect(error.reconcile()).rejects.toThrow('never reached');
  });
});
