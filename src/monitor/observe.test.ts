/** Tests what an observation of one exchange contains. */
import { expect, test } from 'vitest';
import { buildExchange } from '../../tests/support/monitor/histories.ts';
import { createWorld, dimensions, observe, type WorldOptions } from './index.ts';

/** Observes a list of one book a page. */
function observeList(body: object, options: WorldOptions = {}) {
  const exchange = { ...buildExchange('GET', '/books?perPage=1', { body }), number: 7 };
  const { judgements, situation } = observe(createWorld(options), exchange);
  return { drifts: judgements.filter(({ verdict }) => verdict === 'drifts'), situation };
}

test('a list without meta drifts at /meta, and its situation contains the operation', () => {
  const { drifts, situation } = observeList({ data: [], links: {} });
  expect(drifts).toContainEqual(
    expect.objectContaining({ requirement: 'list.meta', pointer: '/meta' }),
  );
  expect(situation).toMatchObject({ operation: 'listBooks' });
  expect(dimensions.operation).toContain('listBooks');
});

test('a list of a stateless service drifts for its shape, but not for its contents', () => {
  const body = {
    data: [],
    meta: { total: 0, page: 9, perPage: 1, lastPage: 1 },
    links: { self: '/books', next: null },
  };
  const listDrifts = (stateless: boolean) =>
    new Set(observeList(body, { stateless }).drifts.map(({ requirement }) => requirement));
  expect(listDrifts(false)).toContain('list.meta-echo');
  expect([...listDrifts(true)]).toEqual(['list.links']);
});
