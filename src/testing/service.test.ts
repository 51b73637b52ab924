/** Tests the service for tests as a program's tests would use it: asked by the client, no network there. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDistribution } from '../client/create-distribution.ts';
import { namelessBook } from '../client/scenes/scene.ts';
import { createClock } from '../sandbox/parts/index.ts';
import { testingService, type TestingService } from './service.ts';

const book = { ...namelessBook, externalId: 'backlist-0042' };

const files = [
  { role: 'ebook_content', filename: 'a.epub', blob: new Blob(['a text']) },
  { role: 'ebook_cover', filename: 'a.jpg', blob: new Blob(['a picture']) },
] as const;

let service: TestingService;
beforeEach(async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('a test went to the network')));
  service = await testingService();
});

afterEach(async () => {
  vi.unstubAllGlobals();
  await service.close();
});

function books() {
  return createDistribution(service.connection).books;
}

it('publishes a book from creation to the shops', async () => {
  const { id } = await books().create(book);
  await books().upload(id, files);
  await books().publish(id);
  await service.settle(id);
  expect((await books().get(id)).attributes.status).toBe('published');
  const [kept] = await service.books();
  expect(kept?.files.map(({ filename }) => filename)).toEqual(['a.epub', 'a.jpg']);
});

it('gives the response that a test sets, as often as requested', async () => {
  const problem = {
    title: 'Not ready',
    status: 422,
    detail: 'A cover is missing.',
    instance: '/books',
    invalidParams: [{ name: 'files', reason: 'no cover' }],
  };
  service.answer('publishBook', { status: 422, body: problem, times: 2 });
  const { id } = await books().create(book);
  await books().upload(id, files);
  await expect(books().publish(id)).rejects.toMatchObject({ type: 'problem', status: 422 });
  await expect(books().publish(id)).rejects.toMatchObject({ problem });
  await books().publish(id);
  expect(service.exchanges('publishBook').map(({ status }) => status)).toEqual([422, 422, 204]);
});

it('types the responses of each operation', () => {
  // @ts-expect-error -- a create that was accepted answers with a book, or its id
  service.answer('createBook', { status: 201, body: { id: 'x' } });
  // @ts-expect-error -- no sentence and no gateway has a lookup answer 404
  service.answer('lookUpBook', { status: 404, body: { message: 'none' } });
  service.answer('createBook', { status: 201, body: { bookId: crypto.randomUUID() } });
  service.answer('readBook', { status: 404, body: { message: 'none' } });
  service.answer('deleteBook', { status: 202 });
  service.answer('putFile', { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' });
});

it('loses a response after the call took effect', async () => {
  service.intercept('createBook', async (request, next) => {
    await next(request);
    throw new TypeError('fetch failed');
  });
  const { id, reconciled } = await books().create(book);
  expect({ id, reconciled }).toEqual({ id: (await service.books())[0]?.id, reconciled: true });
  expect(service.exchanges('createBook')).toHaveLength(1);
});

it('has a clock that the test controls', async () => {
  const clock = createClock();
  clock.freeze(Date.parse('2026-11-21T08:00:00Z'));
  const frozen = await testingService({ clock, reviewMs: 60_000 });
  const { books: those } = createDistribution(frozen.connection);
  const { id } = await those.create(book);
  await those.upload(id, files);
  await those.publish(id);
  expect((await those.get(id)).attributes.status).toBe('in_review');
  frozen.clock.advance(60_000);
  expect((await those.get(id)).attributes.status).toBe('published');
  await frozen.close();
});

it('follows the chosen readings', async () => {
  const other = await testingService({ readings: { 'create.response': 'walkthrough' } });
  expect(await createDistribution(other.connection).books.create(book)).toMatchObject({
    book: undefined,
  });
  await other.close();
});

it('rejects other addresses, and forgets everything on reset', async () => {
  await expect(service.fetch('https://elsewhere.example/books')).rejects.toThrow(
    /http:\/\/distribution\.test and http:\/\/storage\.test, not at https:\/\/elsewhere/,
  );
  await books().create(book);
  service.answer('listBooks', { status: 503 });
  await service.reset();
  expect(service.exchanges()).toEqual([]);
  expect(await books().list().toArray({ limit: 9 })).toEqual([]);
  expect((await service.fetch('http://distribution.test/elsewhere')).status).toBe(404);
});
