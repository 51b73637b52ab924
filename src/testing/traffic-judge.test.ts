import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { testingService } from './service.ts';
import { judgeTraffic } from './traffic-judge.ts';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const books = 'https://staging.test/v2/distribution/books';

test('finds nothing in correct calls to a correct service', async () => {
  const service = await testingService();
  const judge = judgeTraffic();
  const list = `${service.baseUrl}/v2/distribution/books`;
  const headers = { apikey: service.connection.apiKey };
  const response = await judge.wrap(service.fetch)(list, { headers });
  expect(await response.json()).toMatchObject({ data: [] });
  await judge.assertNoFindings();
  await service.close();
});

test('reports the mistakes of a program', async () => {
  const service = await testingService();
  const judge = judgeTraffic();
  await judge.wrap(service.fetch)(`${service.baseUrl}/v2/distribution/books`);
  expect(await judge.findings()).toMatchObject([
    { side: 'caller', requirement: 'caller.sends-key', call: 'GET /v2/distribution/books → 401' },
  ]);
  await expect(judge.assertNoFindings()).rejects.toThrow('caller.sends-key');
  await service.close();
});

test('judges service and caller through an MSW server', async () => {
  server.use(http.get(books, () => HttpResponse.json({ data: [], meta: {}, links: {} })));
  const judge = judgeTraffic({ service: 'https://staging.test' });
  const detach = judge.attach(server);
  await fetch(`${books}?limit=1`, { headers: { apikey: 'k' } });
  const found = await judge.findings();
  expect(new Set(found.map(({ side }) => side))).toEqual(new Set(['service', 'caller']));
  detach();
  await fetch(books, { headers: { apikey: 'k' } });
  expect(await judge.findings()).toHaveLength(found.length);
});
