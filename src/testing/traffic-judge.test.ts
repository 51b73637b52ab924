/** Tests that a judge finds the mistakes of a service and of the program that calls it. */
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { testingService } from './service.ts';
import { judgeTraffic } from './traffic-judge.ts';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const booksUrl = 'https://staging.test/v2/distribution/books';

test('reports nothing for a correct call to a correct service', async () => {
  const service = await testingService();
  const judge = judgeTraffic();
  const listUrl = `${service.baseUrl}/v2/distribution/books`;
  const headers = { apikey: service.connection.apiKey };
  const response = await judge.wrap(service.fetch)(listUrl, { headers });
  expect(await response.json()).toMatchObject({ data: [] });
  await judge.assertNoFindings();
  await service.close();
});

test('reports a call without a key as a mistake of the caller', async () => {
  const service = await testingService();
  const judge = judgeTraffic();
  await judge.wrap(service.fetch)(`${service.baseUrl}/v2/distribution/books`);
  expect(await judge.findings()).toMatchObject([
    { side: 'caller', requirement: 'caller.sends-key', call: 'GET /v2/distribution/books → 401' },
  ]);
  await expect(judge.assertNoFindings()).rejects.toThrow('caller.sends-key');
  await service.close();
});

test('judges the service and the caller through an MSW server until it is detached', async () => {
  server.use(http.get(booksUrl, () => HttpResponse.json({ data: [], meta: {}, links: {} })));
  const judge = judgeTraffic({ service: 'https://staging.test' });
  const detach = judge.attach(server);
  await fetch(`${booksUrl}?limit=1`, { headers: { apikey: 'k' } });
  const findings = await judge.findings();
  expect(new Set(findings.map(({ side }) => side))).toEqual(new Set(['service', 'caller']));
  detach();
  await fetch(booksUrl, { headers: { apikey: 'k' } });
  expect(await judge.findings()).toHaveLength(findings.length);
});
