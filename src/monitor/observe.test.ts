/** Tests what an observation of one exchange contains. */
import { expect, test } from 'vitest';
import { createWorld, dimensions, observe, type ObservedExchange } from './index.ts';

test('a list without meta drifts at /meta, and its situation contains the operation', () => {
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
  const { judgements, situation } = observe(createWorld(), exchange);
  const drifts = judgements.filter(({ verdict }) => verdict === 'drifts');
  expect(drifts.map(({ requirement, pointer }) => [requirement, pointer])).toContainEqual([
    'list.meta',
    '/meta',
  ]);
  expect(situation).toMatchObject({ operation: 'listBooks' });
  expect(dimensions.operation).toContain('listBooks');
});

test('a list of a stateless service drifts for its shape, but not for its contents', () => {
  const body = {
    data: [],
    meta: { total: 0, page: 9, perPage: 1, lastPage: 1 },
    links: { self: '/books', next: null },
  };
  const exchange: ObservedExchange = {
    number: 1,
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
      text: JSON.stringify(body),
      body,
    },
  };
  const driftsIn = (stateless: boolean): Set<string> =>
    new Set(
      observe(createWorld({ stateless }), exchange)
        .judgements.filter(({ verdict }) => verdict === 'drifts')
        .map(({ requirement }) => requirement),
    );
  expect([...driftsIn(false)]).toContain('list.meta-echo');
  expect([...driftsIn(true)]).toEqual(['list.links']);
});
