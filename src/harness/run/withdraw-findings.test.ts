/** Tests for which refusals a drift is withdrawn. */
import { expect, it } from 'vitest';
import { createExchange } from '../../../tests/support/harness/create-exchange.ts';
import type { Finding, StatusCount } from '../evidence/index.ts';
import { withdrawEmptyRefusals } from './withdraw-findings.ts';

const drift: Finding = {
  requirement: 'publish.unknown-404',
  section: 'Publishing',
  sentence: 'refuses an unknown book',
  source: 'monitor',
  verdict: 'drifts',
  difference: { expected: '404', actual: '403' },
  exchange: createExchange({ operation: 'publishBook', status: 403 }),
  requests: 1,
  requestsInRun: 1,
  took: 1,
};

function createCount(
  operation: StatusCount['operation'],
  status: number,
  times: number,
): StatusCount {
  return { operation, status, times, documented: true };
}

function verdictWith(...statuses: StatusCount[]) {
  return withdrawEmptyRefusals([drift], statuses).map(({ verdict }) => verdict);
}

it('a drift becomes unproven if the key may not call the operation, even after few calls', () => {
  const statuses = [createCount('listBooks', 200, 9), createCount('createBook', 403, 9)];
  expect(verdictWith(...statuses, createCount('publishBook', 403, 1))).toEqual(['unproven']);
});

it.each([
  ['403 is rare', [createCount('listBooks', 200, 9), createCount('publishBook', 403, 1)]],
  ['a call was accepted', [createCount('createBook', 403, 9), createCount('publishBook', 204, 1)]],
  [
    'other operations answer otherwise',
    [createCount('createBook', 405, 9), createCount('listBooks', 200, 9)],
  ],
] as const)('a drift remains if %s', (_, statuses) => {
  expect(verdictWith(...statuses, createCount('publishBook', 403, 2))).toEqual(['drifts']);
});

it('a drift of the storage remains if it refuses every upload, because an upload needs no key', () => {
  const exchange = createExchange({ operation: 'putFile', status: 401 });
  const uploadDrift: Finding = { ...drift, requirement: 'put.no-key', exchange };
  const statuses = [createCount('listBooks', 200, 9), createCount('putFile', 401, 20)];
  expect(withdrawEmptyRefusals([uploadDrift], statuses)).toEqual([uploadDrift]);
});
