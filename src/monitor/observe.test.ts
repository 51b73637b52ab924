/** Tests what an observation of one exchange contains, without secrets, and that the monitor judges every binding requirement. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test, it } from 'vitest';
import { buildExchange } from '../../tests/support/monitor/histories.ts';
import { requirement, statedIds, type StatedId } from '../contract/requirements.ts';
import { readContract } from '../contract/spec.ts';
import { createWorld, dimensions, observe, type WorldOptions } from './index.ts';
import { maskHeaders, maskUrl } from './masks.ts';

/** Observes a list of one book a page. */
function observeList(body: object, options: WorldOptions = {}) {
  const exchange = { ...buildExchange('GET', '/books?perPage=1', { body }), number: 7 };
  const { judgements, request } = observe(createWorld(options), exchange);
  return {
    drifts: judgements.filter(({ verdict }) => verdict === 'drifts'),
    situation: request?.situation,
  };
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
    new Set(observeList(body, { stateless }).drifts.map((drift) => drift.requirement));
  expect(listDrifts(false)).toContain('list.meta-echo');
  expect([...listDrifts(true)]).toEqual(['list.links']);
});

it('headers are recorded by allow-list, and a signed query never is', () => {
  expect(maskHeaders({ Accept: 'a', apikey: 'secret', 'content-type': 'c' })).toEqual({
    Accept: 'a',
    apikey: '***',
    'content-type': 'c',
  });
  expect(maskHeaders({ 'content-length': '1', prefer: 'p', cookie: 'c' })).toEqual({
    'content-length': '1',
    prefer: 'p',
    cookie: '***',
  });
  expect(maskUrl('https://a.invalid/b?c=d')).toBe('https://a.invalid/b?***');
  expect(maskUrl('https://a.invalid/b')).toBe('https://a.invalid/b');
});

/** The requirements that the monitor cannot judge, and why. */
const undecidedIds = {
  'path.prefix':
    'Adapters remove the prefix: a service with another prefix does not respond at all.',
  'target.base-address': 'A rule for tools, not for a service.',
  'upload.fresh-after-expiry':
    'Needs a grant that expires between two requests; its case waits for that.',
  'upload.parallel': 'Needs parallel uploads; its case sends them.',
  'publish.queued': 'Queues and shops cannot be seen through this interface.',
} as const satisfies Readonly<Partial<Record<StatedId, string>>>;

const folder = new URL('.', import.meta.url);

/** The text of all sources of the monitor. */
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !/[.]test[.]ts$/.test(name))
  .map((name) => readFileSync(new URL(name, folder), 'utf8'))
  .join('\n');

/** The parts of the contract that name the requirements that they prove. */
const { document, operations } = readContract();
const parts = JSON.stringify([
  document['components'],
  Object.values(operations).map(({ parameters, responses }) => ({ parameters, responses })),
]);

test('the sources or the contract name every binding requirement, except those listed with a reason', () => {
  const bindingIds = statedIds.filter((id) => requirement(id).level === 'must');
  const judgedInPassing = ['body.json'];
  const idsWithoutClause = bindingIds.filter(
    (id) =>
      !sources.includes(`'${id}'`) && !parts.includes(`"${id}"`) && !judgedInPassing.includes(id),
  );
  expect(idsWithoutClause.toSorted()).toEqual(Object.keys(undecidedIds).toSorted());
});
