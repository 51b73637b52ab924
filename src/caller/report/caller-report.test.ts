/** Tests which calls of a story the reports show. */
import { expect, it } from 'vitest';
import type { PlayedCall } from '../played-call.ts';
import { formatCalls } from './caller-report.ts';
import { describeRemedy, describeTurn } from './troubled-call.ts';

const createCall = (path: string, index: number): PlayedCall => ({
  number: index + 1,
  operation: undefined,
  method: 'GET',
  path,
  status: 200,
  isTroubled: path === '/trouble',
});

it('shows the calls around the first one with trouble, and repeated calls once', () => {
  const paths = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', '/trouble', 'x', 'x', 'x', 'x', 'y'];
  const calls = paths.map(createCall);
  expect(formatCalls(calls, 6)).toEqual([
    '     5 calls before',
    '  6  GET    f → 200',
    '  7  GET    g → 200',
    '  8  GET    h → 200',
    '  9  GET    /trouble → 200  ⚡ shows the trouble',
    ' 10  GET    x → 200',
    '     the same 3 times more',
    ' 14  GET    y → 200',
  ]);
  expect(describeTurn({ calls, exitCode: 0, verdict: 'harmed' })).toBe(
    'call 9, GET /trouble: the program went on with GET x (call 10)',
  );
  expect(describeTurn({ calls: calls.slice(0, 9), exitCode: 0, verdict: 'harmed' })).toBe(
    'call 9, GET /trouble: the program made no further call, and reported success',
  );
  expect(
    describeTurn({ calls: calls.slice(0, 8), exitCode: 0, verdict: 'harmed' }),
  ).toBeUndefined();
});

it('says what to do after a call, by whether the service carried it out', () => {
  const describe = (method: string, status: number | undefined, operation?: 'putFile') => {
    const call = { number: 1, operation, method, path: '/books', status };
    return describeRemedy({ calls: [{ ...call, isTroubled: true }], verdict: 'harmed' });
  };
  expect(describe('POST', 429)).toMatch(/^wait as long as Retry-After says/);
  expect(describe('POST', 500)).toMatch(/^nobody knows whether/);
  expect(describe('POST', undefined)).toBe(describe('POST', 500));
  expect(describe('GET', 502)).toMatch(/^send it again/);
  expect(describe('POST', 422)).toMatch(/^the service refused the call/);
  expect(describe('GET', 200)).toMatch(/^the document permits/);
  expect(describe('PUT', 500, 'putFile')).toMatch(/^request a new upload URL/);
});

it('names the create of a second run, and what a program that hangs should do', () => {
  const create = {
    number: 2,
    operation: 'createBook',
    method: 'POST',
    path: '/books',
    status: 201,
    isTroubled: false,
  } as const;
  const stopped = {
    calls: [createCall('/trouble', 0)],
    exitCode: 1,
    verdict: 'harmed',
    again: { calls: [createCall('a', 0), create] },
  } as const;
  expect(describeTurn(stopped)).toMatch(/^the second run, call 2, POST \/books: it creates/);
  expect(describeRemedy(stopped)).toMatch(/^before a book is created/);
  const repaired = { ...stopped, again: { calls: [] } };
  expect(describeTurn(repaired)).toMatch(/^call 1, GET \/trouble/);
  expect(describeRemedy(repaired)).toMatch(/^a run that follows one that stopped/);
  expect(describeRemedy({ calls: stopped.calls, verdict: 'hung' })).toMatch(/^limit the time/);
});
