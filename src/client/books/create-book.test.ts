/** Tests create under the faults of networks, gateways and services, against the sandbox in the same process. */
import { beforeEach, describe, expect, it } from 'vitest';
import { isAmbiguousOutcomeError } from '../errors/index.ts';
import { readOutcome } from '../../../tests/support/client/scripted-client.ts';
import {
  proxyResponse,
  lateEffect,
  lostResponse,
  lostRequest,
  unsentRequest,
  noResponse,
} from '../../../tests/support/client/faulty-fetch.ts';
import {
  canary,
  htmlResponse,
  neverSentFaults,
  refusedWithEffectFaults,
  rateLimitFaults,
  unavailableFaults,
  unclearWithEffectFaults,
  unclearWithoutEffectFaults,
  withoutEffectFaults,
} from '../../../tests/support/client/known-faults.ts';
import { laxOptions } from '../../../tests/support/client/random-scenario.ts';
import {
  always,
  ebookWithExternalId,
  ebook,
  createScene,
  sceneStart,
  type Faults,
} from '../../../tests/support/client/scene.ts';
import { openTestSandbox } from '../../../tests/support/fixtures.ts';

const { sandbox } = await openTestSandbox(laxOptions);
beforeEach(async () => sandbox.reset());

const createFaultyScene = (faults: Faults) => createScene(sandbox.fetch, faults);

async function createDraft(input = ebookWithExternalId): Promise<string> {
  return (await createScene(sandbox.fetch).books.create(input)).id;
}

describe('create with an external id', () => {
  it.each([...withoutEffectFaults, ...unclearWithoutEffectFaults])(
    'creates one book with a second request: %s',
    async (_, fault) => {
      const scene = createFaultyScene({ 'POST /books': [fault] });
      expect(await readOutcome(scene.books.create(ebookWithExternalId), scene)).toMatchObject({
        reconciled: false,
      });
      expect(await sandbox.books()).toHaveLength(1);
      expect(scene.count('POST /books')).toBe(2);
    },
  );

  it.each([...unclearWithEffectFaults, ...refusedWithEffectFaults])(
    'finds the book without a second request: %s',
    async (_, fault) => {
      const scene = createFaultyScene({ 'POST /books': [fault] });
      expect(await readOutcome(scene.books.create(ebookWithExternalId), scene)).toMatchObject({
        reconciled: true,
      });
      expect(await sandbox.books()).toHaveLength(1);
      expect(scene.count('POST /books')).toBe(1);
    },
  );

  it.each([
    ['an HTML page as a success', proxyResponse(() => htmlResponse(201), 'took-effect')],
    [
      'truncated JSON',
      proxyResponse(() => new Response('{"bookId":', { status: 201 }), 'took-effect'),
    ],
    ['an empty success', proxyResponse(() => new Response(null, { status: 204 }), 'took-effect')],
    ['an effect that appears after two seconds', lateEffect(2_000)],
    ['an effect that appears after nine seconds', lateEffect(9_000)],
  ])('finds the book despite %s', async (_, fault) => {
    const scene = createScene(sandbox.fetch, { 'POST /books': [fault] });
    expect(await readOutcome(scene.books.create(ebookWithExternalId), scene)).toMatchObject({
      reconciled: true,
    });
    expect(await sandbox.books()).toHaveLength(1);
  });

  it.each([
    ['a lost connection', lateEffect(20_000)],
    [
      'a 503 with a time to wait',
      proxyResponse(() => new Response(null, { status: 503, headers: { 'retry-after': '1' } })),
    ],
  ])('is ambiguous and not sent again after %s if settleMs is Infinity', async (_, fault) => {
    const scene = createScene(sandbox.fetch, { 'POST /books': [fault] }, { settleMs: Infinity });
    expect(await readOutcome(scene.books.create(ebookWithExternalId), scene)).toMatchObject({
      type: 'ambiguous-outcome',
      attempts: 1,
    });
    // By then, the late effect has appeared.
    await new Promise<void>((resolve) => void scene.time.after(30_000, resolve));
    expect((await sandbox.books()).length).toBeLessThanOrEqual(1);
  });

  it('finds the late book if the service refuses a second one', async () => {
    const { sandbox: strictSandbox } = await openTestSandbox({ key: canary.apiKey });
    const retryLater = proxyResponse(
      () => new Response(null, { status: 503, headers: { 'retry-after': '3' } }),
    );
    const faults = { 'POST /books': [lateEffect(15_000), retryLater] };
    const scene = createScene(strictSandbox.fetch, faults);
    expect(await readOutcome(scene.books.create(ebookWithExternalId), scene)).toMatchObject({
      reconciled: true,
    });
    expect(scene.count('POST /books')).toBe(2);
    expect(await strictSandbox.books()).toHaveLength(1);
  });

  it('finds the book if the response to the second request is lost', async () => {
    const scene = createFaultyScene({ 'POST /books': [lostRequest(), lostResponse()] });
    expect(await readOutcome(scene.books.create(ebookWithExternalId), scene)).toMatchObject({
      reconciled: true,
    });
    expect(await sandbox.books()).toHaveLength(1);
  });

  it.each([
    ['every request is lost', always(lostRequest()), 3],
    ['the service never responds', always(noResponse('not-received')), 1],
    ['a gateway times out', always(proxyResponse(() => htmlResponse(504))), 1],
  ])('is ambiguous if %s, and reconcile finds no book', async (_, faults, posts) => {
    const scene = createFaultyScene({ 'POST /books': faults });
    const error = await readOutcome(scene.books.create(ebookWithExternalId), scene);
    expect(error).toMatchObject({ type: 'ambiguous-outcome', attempts: posts });
    expect(scene.count('POST /books')).toBe(posts);
    if (!isAmbiguousOutcomeError(error)) throw error;
    expect(await error.reconcile()).toBeNull();
  });
});

describe('a create whose request was lost', () => {
  const lookUp = 'GET /books/external-id/{id}';

  it('is sent again after the client has looked for the book for ten seconds', async () => {
    const scene = createFaultyScene({ 'POST /books': [lostRequest()] });
    await scene.books.create(ebookWithExternalId);
    expect(scene.count('POST /books')).toBe(2);
    // The pauses between lookups double, so that few lookups fit into ten seconds.
    expect(scene.count(lookUp)).toBeLessThanOrEqual(8);
    expect(scene.requests.at(-2)?.call).toBe(lookUp);
    const elapsedMs = scene.time.now() - sceneStart;
    expect(elapsedMs).toBeGreaterThanOrEqual(10_000);
    expect(elapsedMs).toBeLessThan(11_000);
  });

  it('is sent again within a second with a short settleMs', async () => {
    const scene = createScene(sandbox.fetch, { 'POST /books': [lostRequest()] }, { settleMs: 500 });
    await scene.books.create(ebookWithExternalId);
    expect(scene.count('POST /books')).toBe(2);
    expect(scene.time.now() - sceneStart).toBeLessThan(1_000);
  });

  it.each([429, 503])('is not even looked up before the Retry-After of a %i', async (status) => {
    const retryLater = proxyResponse(
      () => new Response(null, { status, headers: { 'retry-after': '60' } }),
    );
    const scene = createFaultyScene({ 'POST /books': [retryLater] });
    let earlyRequests = 0;
    scene.time.after(59_000, () => {
      earlyRequests = scene.requests.length;
    });
    await scene.books.create(ebookWithExternalId);
    expect(earlyRequests).toBe(1);
    expect(scene.requests.map(({ call }) => call)).toEqual(['POST /books', lookUp, 'POST /books']);
  });

  it('is sent again as it was, although the caller has changed the object', async () => {
    const scene = createFaultyScene({ 'POST /books': [lostRequest(), lostRequest()] });
    const fields = { ...ebookWithExternalId };
    const calls = ['First', 'Second'].map((title) => {
      fields.title = title;
      fields.externalId = title;
      return scene.books.create(fields);
    });
    await Promise.all(calls);
    const titles = (await sandbox.books()).map(({ title }) => title);
    expect(titles.toSorted()).toEqual(['First', 'Second']);
  });
});

describe('create without an external id', () => {
  it.each(neverSentFaults)('creates one book if %s at first', async (_, fault) => {
    const scene = createFaultyScene({ 'POST /books': [fault] });
    expect(await readOutcome(scene.books.create(ebook), scene)).toMatchObject({
      reconciled: false,
    });
    expect(await sandbox.books()).toHaveLength(1);
  });

  it.each(rateLimitFaults)('is sent again after a refusal: %s', async (_, fault) => {
    const scene = createFaultyScene({ 'POST /books': [fault] });
    await scene.books.create(ebook);
    expect(scene.requests).toHaveLength(2);
  });

  it.each([...unavailableFaults, ...unclearWithoutEffectFaults, ...unclearWithEffectFaults])(
    'is sent once and is ambiguous: %s',
    async (_, fault) => {
      const scene = createFaultyScene({ 'POST /books': [fault] });
      const error = await readOutcome(scene.books.create(ebook), scene);
      expect(error).toMatchObject({
        type: 'ambiguous-outcome',
        operation: 'createBook',
        attempts: 1,
      });
      expect(scene.requests).toHaveLength(1);
      if (!isAmbiguousOutcomeError(error)) throw error;
      await expect(error.reconcile()).rejects.toBe(error);
    },
  );
});

describe('a lookup after a lost create', () => {
  it.each([
    ['title', { title: 'Tides' }, {}],
    ['publicationDate', { publicationDate: '2031-01-01' }, {}],
    ['contributor', { contributor: [] }, {}],
    ['price', { price: [{ currency: 'EUR', price: 5 }] }, {}],
    ['status', {}, { status: 'published' }],
    ['title', {}, { title: undefined, status: 'draft', format: 'ebook' }],
  ])('is ambiguous if it finds a book with another %s', async (field, fields, shown) => {
    const id = await createDraft({ ...ebookWithExternalId, ...fields });
    const { attributes } = await createScene(sandbox.fetch).books.get(id);
    const data = { id, type: 'book', attributes: { ...attributes, ...shown } };
    const showBook = proxyResponse(() => Response.json({ data }));
    const scene = createFaultyScene({
      'POST /books': always(lostRequest()),
      'GET /books/external-id/{id}': always(showBook),
    });
    const outcome = await readOutcome(scene.books.create(ebookWithExternalId), scene);
    if ('title' in shown) return expect(outcome).toMatchObject({ reconciled: true });
    expect(outcome).toMatchObject({ type: 'ambiguous-outcome' });
    expect(String(outcome)).toContain(`another ${field}`);
    return expect(scene.count('POST /books')).toBe(1);
  });

  it('recognises its book although the service shows text in another form', async () => {
    const sent = {
      ...ebookWithExternalId,
      title: ' Cafe\u0301  Noir ',
      isbn: '978-0-306-40615-7',
      keyword: ['b', 'a'],
    };
    const attributes = {
      ...sent,
      title: 'Caf\u00e9 Noir',
      isbn: '9780306406157',
      keyword: ['a', 'b'],
      language: ['EN'],
      status: 'draft',
    };
    const data = { id: 'a', type: 'book', attributes };
    const scene = createFaultyScene({
      'POST /books': [lostRequest()],
      'GET /books/external-id/{id}': [proxyResponse(() => Response.json({ data }))],
    });
    expect(await scene.books.create(sent)).toMatchObject({ id: 'a', reconciled: true });
  });

  it('is ambiguous if it finds an equal draft whose external id is in another case', async () => {
    const externalId = ebookWithExternalId.externalId.toUpperCase();
    const attributes = { ...ebookWithExternalId, externalId, status: 'draft' };
    const data = { id: 'a', type: 'book', attributes };
    const scene = createFaultyScene({
      'POST /books': [lostRequest()],
      'GET /books/external-id/{id}': always(proxyResponse(() => Response.json({ data }))),
    });
    const outcome = await readOutcome(scene.books.create(ebookWithExternalId), scene);
    expect(outcome).toMatchObject({ type: 'ambiguous-outcome' });
    expect(scene.count('POST /books')).toBe(1);
  });

  it('sends no second book if a gateway does not know the path of the lookup', async () => {
    const noRoute = { message: 'no Route matched with those values' };
    const scene = createFaultyScene({
      'POST /books': [lostResponse()],
      'GET /books/external-id/{id}': always(
        proxyResponse(() => Response.json(noRoute, { status: 404 })),
      ),
    });
    const error = await readOutcome(scene.books.create(ebookWithExternalId), scene);
    expect(error).toMatchObject({ type: 'ambiguous-outcome' });
    expect(await sandbox.books()).toHaveLength(1);
  });

  it('is repeated while the service does not answer', async () => {
    const scene = createFaultyScene({
      'POST /books': [lostResponse()],
      'GET /books/external-id/{id}': Array.from({ length: 7 }, () => unsentRequest('ECONNREFUSED')),
    });
    expect(await readOutcome(scene.books.create(ebookWithExternalId), scene)).toMatchObject({
      reconciled: true,
    });
    expect(await sandbox.books()).toHaveLength(1);
  });

  it('is ambiguous if it fails too', async () => {
    const scene = createFaultyScene({
      'POST /books': [lostResponse()],
      'GET /books/external-id/{id}': always(unsentRequest('ECONNREFUSED')),
    });
    const error = await readOutcome(scene.books.create(ebookWithExternalId), scene);
    expect(error).toMatchObject({
      type: 'ambiguous-outcome',
      cause: { type: 'network', sent: true },
    });
    if (!isAmbiguousOutcomeError(error)) throw error;
    await expect(error.reconcile()).rejects.toThrow('never reached');
  });
});
