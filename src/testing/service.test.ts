/** Tests the testing service with the client, without a network. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDistribution } from '../client/create-distribution.ts';
import { ebook } from '../../tests/support/client/scene.ts';
import { createClock } from '../sandbox/replaceable-parts/index.ts';
import { testingService, type TestingService } from './service.ts';

const book = { ...ebook, externalId: 'backlist-0042' };

const files = [
  { role: 'ebook_content', filename: 'a.epub', blob: new Blob(['a text']) },
  { role: 'ebook_cover', filename: 'a.jpg', blob: new Blob(['a picture']) },
] as const;

let service: TestingService;
beforeEach(async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('a test used the network')));
  service = await testingService();
});

afterEach(async () => {
  vi.unstubAllGlobals();
  await service.close();
});

function createBooks() {
  return createDistribution(service.connection).books;
}

it('publishes a book from creation to the shops', async () => {
  const { id } = await createBooks().create(book);
  await createBooks().upload(id, files);
  await createBooks().publish(id);
  await service.settle(id);
  expect((await createBooks().get(id)).attributes.status).toBe('published');
  const [storedBook] = await service.books();
  expect(storedBook?.files.map(({ filename }) => filename)).toEqual(['a.epub', 'a.jpg']);
});

it('returns the response that a test sets, for the given number of calls', async () => {
  const problem = {
    title: 'Not ready',
    status: 422,
    detail: 'A cover is missing.',
    instance: '/books',
    invalidParams: [{ name: 'files', reason: 'no cover' }],
  };
  service.answer('publishBook', { status: 422, body: problem, times: 2 });
  const { id } = await createBooks().create(book);
  await createBooks().upload(id, files);
  await expect(createBooks().publish(id)).rejects.toMatchObject({ type: 'problem', status: 422 });
  await expect(createBooks().publish(id)).rejects.toMatchObject({ problem });
  await createBooks().publish(id);
  expect(service.exchanges('publishBook').map(({ status }) => status)).toEqual([422, 422, 204]);
});

it('types the responses of each operation', () => {
  // @ts-expect-error -- the 201 of a create contains a book or its id
  service.answer('createBook', { status: 201, body: { id: 'x' } });
  // @ts-expect-error -- neither the document nor a gateway has a 404 for a lookup
  service.answer('lookUpBook', { status: 404, body: { message: 'none' } });
  service.answer('createBook', { status: 201, body: { bookId: crypto.randomUUID() } });
  service.answer('readBook', { status: 404, body: { message: 'none' } });
  service.answer('deleteBook', { status: 202 });
  service.answer('putFile', { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' });
});

it('lets an interception lose the response of a call that took effect', async () => {
  service.intercept('createBook', async (request, next) => {
    await next(request);
    throw new TypeError('fetch failed');
  });
  const { id, reconciled } = await createBooks().create(book);
  expect({ id, reconciled }).toEqual({ id: (await service.books())[0]?.id, reconciled: true });
  expect(service.exchanges('createBook')).toHaveLength(1);
});

it('disturbs calls by chaos rules, and names the disturbed calls', async () => {
  service.chaos([
    { operation: 'createBook', nth: 1, effect: { kind: 'lost-response' } },
    { operation: 'listBooks', effect: { kind: 'truncated-body' } },
  ]);
  const { id, reconciled } = await createBooks().create(book);
  expect({ id, reconciled }).toEqual({ id: (await service.books())[0]?.id, reconciled: true });
  const [lost, truncated] = service.chaosReport();
  expect(lost).toMatchObject({ requests: 1, hits: [{ operation: 'createBook', nth: 1 }] });
  expect(truncated).toMatchObject({ disturbed: 0, hits: [] });
  await service.reset();
  expect(service.chaosReport()).toEqual([]);
});

it('disturbs only the calls of one test by its chaos rules', async () => {
  service.chaos([{ effect: { kind: 'status', status: 503 } }], 1, 'retry-7');
  const list = async (headers: Record<string, string>) => {
    const { apiKey, baseUrl } = service.connection;
    const response = await service.fetch(`${baseUrl}/v2/distribution/books`, {
      headers: { apikey: apiKey, ...headers },
    });
    return response.status;
  };
  expect([await list({}), await list({ 'x-test-id': 'retry-7' })]).toEqual([200, 503]);
  expect(service.chaosReport('retry-7')).toMatchObject([{ requests: 1, disturbed: 1 }]);
  expect(service.chaosReport()).toEqual([]);
  await service.reset();
  expect(service.chaosReport('retry-7')).toEqual([]);
});

it('ends a review by the clock of the test', async () => {
  const clock = createClock();
  clock.freeze(Date.parse('2026-11-21T08:00:00Z'));
  const frozenService = await testingService({ clock, reviewMs: 60_000 });
  const { books } = createDistribution(frozenService.connection);
  const { id } = await books.create(book);
  await books.upload(id, files);
  await books.publish(id);
  expect((await books.get(id)).attributes.status).toBe('in_review');
  frozenService.clock.advance(60_000);
  expect((await books.get(id)).attributes.status).toBe('published');
  await frozenService.close();
});

it('follows the chosen readings', async () => {
  const walkthroughService = await testingService({
    readings: { 'create.response': 'walkthrough' },
  });
  expect(await createDistribution(walkthroughService.connection).books.create(book)).toMatchObject({
    book: undefined,
  });
  await walkthroughService.close();
});

it('rejects other addresses, and removes books, exchanges and set responses on reset', async () => {
  await expect(service.fetch('https://elsewhere.example/books')).rejects.toThrow(
    /http:\/\/distribution\.test and http:\/\/storage\.test, not at https:\/\/elsewhere/,
  );
  await createBooks().create(book);
  service.answer('listBooks', { status: 503 });
  await service.reset();
  expect(service.exchanges()).toEqual([]);
  expect(await createBooks().list().toArray({ limit: 9 })).toEqual([]);
  expect((await service.fetch('http://distribution.test/elsewhere')).status).toBe(404);
});
