import { expect, test } from 'vitest';
import { createWorld, dimensions, observe, type ObservedExchange } from './index.ts';

test('a list whose envelope is incomplete drifts, with the place and the exchange', () => {
  const exchange: ObservedExchange = {
    number: 7,
    sentAt: 0,
    answeredAt: 1,
    request: {
      method: 'GET',
      path: '/books?perPage=1',
      toStorage: false,
      headers: {},
      key: 'own',
      account: 'a',
      body: { kind: 'none' },
    },
    response: {
      status: 200,
      headers: { 'content-type': 'application/json' },
      text: '{"data":[],"links":{}}',
      body: { data: [], links: {} },
    },
  };
  const { judgements } = observe(createWorld(), exchange);
  const drifts = judgements.filter(({ verdict }) => verdict === 'drifts');
  expect(drifts.map(({ requirement, pointer }) => [requirement, pointer])).toContainEqual([
    'list.meta',
    '/meta',
  ]);
  expect(drifts[0]).toMatchObject({ exchange: 7, situation: { operation: 'listBooks' } });
  expect(dimensions.operation).toContain('listBooks');
});
