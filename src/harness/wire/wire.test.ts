/** Tests wrong keys, paths of the judged contract, repeated calls, network failures, the target's clock and the record of a case. */
import { createServer as createHttp } from 'node:http';
import { createServer, type Server } from 'node:net';
import { once } from 'node:events';
import { expect, test, it, afterEach, beforeEach, describe } from 'vitest';
import { alterKey } from '../arbitraries/index.ts';
import { prepareRequest, toJudgedRoute } from './prepare-request.ts';
import { parseContract, readOwnContract, type Contract } from '../../contract/spec.ts';
import { createExchange } from '../../../tests/support/harness/create-exchange.ts';
import { createLateness, lagPauses } from './pace.ts';
import { explainNetworkFailure } from './transmit.ts';
import { createTargetClock } from './clock.ts';
import { noJournal } from './journal.ts';
import { createOwnership } from './ownership.ts';
import { assertOpen, bindScope, createScope, getScope, settle, type Scope } from './scope.ts';
import { BrokenCase } from '../evidence/index.ts';

test('each alteration makes another key', () => {
  expect(alterKey('Ab-1', 'longer')).toBe('Ab-1-4f1d');
  expect(alterKey('Ab-1', 'shorter')).toBe('Ab-');
  expect(alterKey('Ab-1', 'other-case')).toBe('aB-1');
  expect(alterKey('Ab-1', 'changed-7')).toBe('Ab-7');
});

test('a key that an alteration leaves as it is, or empty, gets longer', () => {
  expect(alterKey('4711', 'other-case')).toBe('4711-4f1d');
  expect(alterKey('x', 'shorter')).toBe('x-4f1d');
});

const own = readOwnContract();

function moveTo(from: string, to: string): Contract {
  return parseContract(own.source.replaceAll(from, to));
}

it.each([
  [{ title: 'A', isbn: undefined }, '{"title":"A"}', { title: 'A' }],
  [null, 'null', null],
  ['A', '"A"', 'A'],
])('the record of the body %j holds what was sent', (json, text, value) => {
  const ownership = createOwnership(noJournal, 'nobody');
  const target = { baseUrl: 'http://service.invalid', apiKey: 'key', ownership };
  const { body, sent } = prepareRequest({ method: 'POST', path: '/books', json }, target);
  expect(body).toBe(text);
  expect(sent.body).toStrictEqual({ kind: 'json', value });
});

it.each([
  ['GET', '/books/a%2Fb'],
  ['DELETE', '/books'],
  ['GET', '/no/such/path'],
])('keeps %s %s by the same contract', (method, path) => {
  expect(toJudgedRoute({ method, path }, own)).toMatchObject({ method, path });
});

it('follows a path that moved, and keeps its segments as they are', () => {
  const judged = moveTo('/books/{bookPublicId}/publish:', '/books/{id}/releases:');
  const route = { method: 'POST', path: '/books/A%20b/publish' };
  expect(toJudgedRoute(route, judged)).toEqual({
    method: 'POST',
    path: '/books/A%20b/releases',
  });
});

it('follows parameters that changed their order', () => {
  const judged = moveTo(
    '/books/{bookPublicId}/file/{fileId}/attach:',
    '/files/{fileId}/of/{bookPublicId}:',
  );
  const route = { method: 'PATCH', path: '/books/1/file/2/attach' };
  expect(toJudgedRoute(route, judged)).toMatchObject({ path: '/files/2/of/1' });
});

const { signal } = new AbortController();

/** Looks a book up; the service shows the write from the given attempt on. */
function createLookUp() {
  const lateness = createLateness(async () => undefined);
  return async (showsFrom: number): Promise<number> => {
    let attempts = 0;
    const send = async () => {
      attempts += 1;
      const exchange = createExchange({ operation: 'lookUpBook' });
      if (attempts < showsFrom) lateness.markStale(exchange);
      return exchange;
    };
    await lateness.catchUp(await send(), send, signal);
    return attempts;
  };
}

test('a read that shows the write is not repeated', async () => {
  expect(await createLookUp()(1)).toBe(1);
});

test('a service that catches up is waited for once', async () => {
  const lookUp = createLookUp();
  expect([await lookUp(4), await lookUp(4)]).toEqual([4, 1]);
});

test('a read that never shows a write is repeated until after the longest lag, three times in a run', async () => {
  const lookUp = createLookUp();
  const never = Number.POSITIVE_INFINITY;
  const counts = [await lookUp(never), await lookUp(never), await lookUp(never)];
  expect(counts).toEqual([1, 1, 1].map((first) => first + lagPauses.length));
  expect(await lookUp(never)).toBe(1);
});

const openServers: Server[] = [];
afterEach(() => {
  for (const server of openServers.splice(0)) server.close();
});

async function startListening(server: Server): Promise<string> {
  openServers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  const address = server.address();
  return `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

async function explain(url: string) {
  try {
    await fetch(url);
  } catch (error) {
    const { message, advice } = explainNetworkFailure(error, url);
    return `${message}. ${advice}`;
  }
  throw new Error('It answered.');
}

it('a port without a listener', async () => {
  const explanation = await explain('http://127.0.0.1:48/books');
  expect(explanation).toBe(
    '127.0.0.1:48 refuses connections (ECONNREFUSED). Is the service running, and is the port right?',
  );
});

it('an unknown host', async () => {
  expect(await explain('http://no.invalid/books')).toMatch(
    /^no address is known for no\.invalid \(E\w+\)\. Check the spelling/,
  );
});

it('describes https on a port for http', async () => {
  const host = await startListening(createHttp((_, answer) => answer.end()));
  expect(await explain(`https://${host}/books`)).toMatch(
    /^127\.0\.0\.1:\d+ does not speak https \(\w+\)\. If the port speaks http, use http:\/\//,
  );
});

it('describes a port with another protocol', async () => {
  const host = await startListening(
    createServer((socket) => void socket.end('220 mail.example\r\n\r\n')),
  );
  expect(await explain(`http://${host}/books`)).toMatch(/does not speak http \(HPE_\w+\)/);
});

it('a connection that is closed', async () => {
  const host = await startListening(createServer((socket) => void socket.destroy()));
  expect(await explain(`http://${host}/books`)).toMatch(/closed the connection without a response/);
});

it('reports the message of any other failure', () => {
  const { message } = explainNetworkFailure(new Error('the proxy responded with 502'), 'http://a');
  expect(message).toBe('the proxy responded with 502');
});

const noon = Date.parse('2026-02-28T12:00:00Z');

it('uses the local time until a response has a date', () => {
  const clock = createTargetClock(() => noon);
  clock.sync(undefined);
  clock.sync('no date');
  expect(clock.now()).toBe(noon);
  expect(clock.skew()).toBeUndefined();
});

it('follows the clock of the target after a response', () => {
  let ours = noon;
  const clock = createTargetClock(() => ours);
  clock.sync('Wed, 30 Dec 2026 23:59:59 GMT');
  expect(clock.skew()).toBe(Date.parse('2026-12-30T23:59:59Z') - noon);
  expect(clock.today()).toBe('2026-12-30');
  ours += 2_000;
  expect(clock.now()).toBe(Date.parse('2026-12-31T00:00:01Z'));
  expect(clock.today()).toBe('2026-12-31');
  expect(clock.day(1)).toBe('2027-01-01');
  expect(clock.day(-1)).toBe('2026-12-30');
});

it('counts days across the ends of months and leap days', () => {
  const clock = createTargetClock(() => Date.parse('2028-02-28T23:59:59.999Z'));
  expect([clock.day(1), clock.day(2), clock.day(-28)]).toEqual([
    '2028-02-29',
    '2028-03-01',
    '2028-01-31',
  ]);
});

let scope: Scope;

beforeEach(() => {
  scope = createScope(new AbortController().signal);
});

it('starts empty', () => {
  expect(scope).toMatchObject({ assertions: 0, failures: 0, inFlight: 0, isOpen: true });
  expect(scope.exchanges).toEqual([]);
});

it('belongs to the stage it was bound to', () => {
  const stage = {};
  bindScope(stage, scope);
  expect(getScope(stage)).toBe(scope);
  expect(() => getScope({})).toThrow('no record');
});

it('is closed by settling, and allows no requests afterwards', () => {
  scope.assertions = 1;
  assertOpen(scope);
  expect(settle(scope)).toBeUndefined();
  expect(() => assertOpen(scope)).toThrow(BrokenCase);
  expect(() => assertOpen(scope)).toThrow('an await is missing');
});

it.each(['met', 'drifts'] as const)(
  'is whole without assertions if the monitor noted %s',
  (part) => {
    const difference = { expected: 'a', actual: 'b' };
    const requirement = 'read.answers-200';
    if (part === 'met') scope.met.add(requirement);
    else scope.drifts.push({ requirement, difference, exchange: createExchange() });
    expect(settle(scope)).toBeUndefined();
  },
);

describe('is broken', () => {
  it.each([
    ['ended with 2 requests in flight: an await is missing', { assertions: 1, inFlight: 2 }],
    ['swallowed a failed assertion', { assertions: 1, failures: 1 }],
    ['asserted nothing, and the monitor judged none of its exchanges', {}],
  ])('when it %s', (says, parts) => {
    const brokenCase = settle(Object.assign(scope, parts));
    expect(brokenCase).toBeInstanceOf(BrokenCase);
    expect(brokenCase?.message).toBe(says);
  });
});
