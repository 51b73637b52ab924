/** Tests which refusals say something about the service. */
import { expect, it } from 'vitest';
import { createExchange } from '../scenes/create-exchange.ts';
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

function count(operation: StatusCount['operation'], status: number, times: number): StatusCount {
  return { operation, status, times, documented: true };
}

function verdictWith(...statuses: StatusCount[]) {
  return withdrawEmptyRefusals([drift], statuses).map(({ verdict }) => verdict);
}

it('a key that may only read shows nothing about an operation with few calls', () => {
  const statuses = [count('listBooks', 200, 9), count('createBook', 403, 9)];
  expect(verdictWith(...statuses, count('publishBook', 403, 1))).toEqual(['unproven']);
});

it.each([
  ['403 is rare', [count('listBooks', 200, 9), count('publishBook', 403, 1)]],
  ['a call was accepted', [count('createBook', 403, 9), count('publishBook', 204, 1)]],
  ['other operations answer otherwise', [count('createBook', 405, 9), count('listBooks', 200, 9)]],
] as const)('a drift remains if %s', (_, statuses) => {
  expect(verdictWith(...statuses, count('publishBook', 403, 2))).toEqual(['drifts']);
});

it('an upload needs no key, so storage that refuses every upload drifts', () => {
  const exchange = createExchange({ operation: 'putFile', status: 401 });
  const refused: Finding = { ...drift, requirement: 'put.no-key', exchange };
  const statuses = [count('listBooks', 200, 9), count('putFile', 401, 20)];
  expect(withdrawEmptyRefusals([refused], statuses)).toEqual([refused]);
});
