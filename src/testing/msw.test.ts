/** Tests the handlers with MSW, against a client that uses the global fetch. */
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createDistribution } from '../client/create-distribution.ts';
import { audiobook } from '../../tests/support/client/scene.ts';
import { operationIds } from '../contract/operations.ts';
import { readContract } from '../contract/spec.ts';
import { answeredBy, answersAt, routes } from './msw.ts';
import { testingService, type TestingService } from './service.ts';

const baseUrl = 'https://staging.example.com';
const server = setupServer();
let service: TestingService;

beforeAll(async () => {
  service = await testingService({ baseUrl, storageUrl: 'https://bucket.example.com' });
  server.listen({ onUnhandledRequest: 'error' });
});
afterEach(async () => {
  server.resetHandlers();
  await service.reset();
});
afterAll(async () => {
  server.close();
  await service.close();
});

const { books } = createDistribution({ baseUrl, apiKey: 'sandbox-key', maxRetries: 0 });

const book = { ...audiobook, externalId: 'backlist/0042' };

it('the routes are those of the contract', () => {
  const { operations } = readContract();
  const idsWithKey = operationIds.filter((id) => operations[id].needsKey);
  expect(
    Object.fromEntries(idsWithKey.map((id) => [id, [operations[id].method, operations[id].path]])),
  ).toEqual(routes);
});

it('handlers for a testing service pass the id of a test on, to which chaos rules can be bound', async () => {
  server.use(...answeredBy(service));
  service.chaos([{ effect: { kind: 'status', status: 503 } }], 1, 'retry-7');
  const list = async (headers: Record<string, string>) => {
    const url = `${baseUrl}/v2/distribution/books`;
    return (await fetch(url, { headers: { apikey: 'sandbox-key', ...headers } })).status;
  };
  expect([await list({}), await list({ 'x-test-id': 'retry-7' })]).toEqual([200, 503]);
  expect(service.chaosReport('retry-7')).toMatchObject([{ disturbed: 1 }]);
});

it('handlers for a testing service serve every operation', async () => {
  server.use(...answeredBy(service));
  const { id } = await books.create(book);
  expect((await books.findByExternalId('backlist/0042'))?.id).toBe(id);
  await books.upload(id, [
    {
      role: 'audio_content',
      filename: 'one.mp3',
      blob: new Blob(['sound']),
      chapter: { sequence: 1, title: 'One' },
    },
    { role: 'audio_cover', filename: 'one.jpg', blob: new Blob(['picture']) },
  ]);
  await books.update(id, { subtitle: 'A journey' });
  await books.publish(id);
  await service.settle(id);
  await books.unpublish(id);
  expect(await books.list().toArray({ limit: 5 })).toMatchObject([{ id }]);
  await service.settle(id, 'draft');
  await books.delete(id);
  await expect(books.get(id)).rejects.toMatchObject({ status: 404 });
});

it('an interception that throws causes a NetworkError in the client', async () => {
  server.use(...answeredBy(service));
  service.intercept('readBook', () => {
    throw new TypeError('fetch failed');
  });
  await expect(books.get(crypto.randomUUID())).rejects.toMatchObject({ type: 'network' });
});

it('handlers without a service respond always, a limited number of times, or depending on the request', async () => {
  const answer = answersAt(`${baseUrl}/v2/distribution/`);
  const bookId = crypto.randomUUID();
  server.use(
    answer.publishBook({ status: 429, times: 1 }),
    answer.publishBook({ status: 204 }),
    answer.createBook(({ body }) =>
      body.title === book.title
        ? { status: 201, body: { bookId } }
        : { status: 429, headers: { 'retry-after': '7' } },
    ),
    answer.deleteBook(({ params }) => ({
      status: 404,
      body: { message: `no ${String(params['bookPublicId'])}` },
    })),
  );
  await expect(books.publish(bookId)).rejects.toMatchObject({ status: 429 });
  await books.publish(bookId);
  expect(await books.create(book)).toMatchObject({ id: bookId });
  await expect(books.create({ ...book, title: 'Tides' })).rejects.toMatchObject({
    retryAfterMs: 7_000,
  });
  await expect(books.delete(bookId)).rejects.toMatchObject({ serviceMessage: `no ${bookId}` });
});
