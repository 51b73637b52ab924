/** Tests that a run accuses no correct service, and reaches no verdict about a service that is unusable. */
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import type { Sandbox } from '../../src/sandbox/index.ts';
import { createClock } from '../../src/sandbox/replaceable-parts/index.ts';
import { everyConsent, verify } from '../support/cli/run-command-line.ts';
import { streamOf } from '../support/random.ts';
import { sampleOr, takeSample } from '../support/sample.ts';
import { createTestClient } from '../support/sandbox/test-client.ts';
import { type Respond, serveBehindGateway } from '../support/servers/gateway.ts';

const options = [...everyConsent, '--depth', sampleOr('quick', 'usual'), '--format', 'json'];

async function startGateway(...args: Parameters<typeof serveBehindGateway>) {
  const gateway = await serveBehindGateway(...args);
  onTestFinished(gateway.close);
  return gateway;
}

/** Times around which a run on a slow machine may cross a day, a month or a leap day. */
const midnights = [
  '2026-12-31T23:59:50Z',
  '2027-01-01T00:00:10Z',
  '2028-02-28T23:59:50Z',
  '2028-02-29T00:00:10Z',
  '2028-02-29T23:59:50Z',
  '2027-04-30T23:59:50Z',
  '2027-03-01T00:00:10Z',
];

test.each(takeSample(midnights))(
  'no drift since %s with late responses, 429s and another client of the account',
  async (time) => {
    const clock = createClock();
    clock.set(Date.parse(time));
    const respond: Respond = async ({ number, answer }) => {
      if (number % 40 === 0) return tooManyRequests();
      const response = await answer();
      if (number % 40 === 20) await pause(300);
      return response;
    };
    const { url, key, sandbox } = await startGateway(respond, { clock });
    const end = new AbortController();
    const editing = editBooks(sandbox, end.signal);
    const result = await verify([url, ...options], key).finally(() => end.abort());
    expect(result).toMatchObject({ code: 0, drifts: [] });
    expect(await editing).toBeGreaterThan(50);
  },
);

const tooManyRequests = () => new Response('', { status: 429, headers: { 'retry-after': '0' } });

/** Creates and edits books until the signal is aborted. Returns the number of edits. */
async function editBooks(sandbox: Sandbox, signal: AbortSignal): Promise<number> {
  const { create, patch } = createTestClient(sandbox);
  const ids = await Promise.all(Array.from({ length: 100 }, () => create('ebook')));
  let edits = 0;
  for (; !signal.aborted; edits += 1) {
    await patch(`/books/${ids[edits % ids.length]}`, { title: `Edited ${edits}` });
    if (edits % 10 === 0) await create('ebook', { language: ['fr'] });
    await pause(10);
  }
  return edits;
}

test.each(sampleOr([], midnights))('no drift on our own sandbox since %s', async (time) => {
  expect(await verify(['--clock', time])).toMatchObject({ code: 0, drifts: [] });
});

test('no drift but the failures themselves if one call in fifteen fails in the gateway', async () => {
  const failure = fc.record({ isHandled: fc.boolean(), status: fc.constantFrom(502, 503, 504) });
  const nextFailure = streamOf(failure, 1);
  const { url, key } = await startGateway(async ({ number, incoming, answer }) => {
    if (number % 15 !== 0) return answer();
    const { isHandled, status } = nextFailure();
    if (isHandled) await answer();
    return new Response('<html>', { status: incoming.method === 'PUT' ? 503 : status });
  });
  const { code, drifts, report } = await verify([url, ...options], key);
  expect([code, drifts]).toEqual([0, ['errors.no-5xx']]);
  const mustRows = (report?.requirements ?? []).filter(({ level }) => level === 'must');
  const provable = mustRows.filter((row) => row.provable);
  const proven = provable.filter(({ verdict }) => verdict === 'conforms');
  expect(proven.length).toBeGreaterThan(0.9 * provable.length);
});

const sendStatus =
  (status: number): Respond =>
  async () =>
    Response.json({ message: 'no' }, { status });

const sendNothing: Respond = async () => new Promise(() => undefined);

/** Responds correctly to the first 150 requests. */
const afterAWhile =
  (respond: Respond): Respond =>
  async (call) =>
    call.number < 150 ? call.answer() : respond(call);

/** Services with the exit code, the drifts and the reason of a run. */
const unusableServices: readonly (readonly [Respond, number, readonly string[], RegExp])[] = [
  [sendStatus(500), 3, [], /answered with 500 .* read its logs/],
  [sendStatus(403), 3, [], /answered with 403 .* whether this API key may read the list/],
  [sendStatus(429), 3, [], /too busy: try again later/],
  [
    async (call) => (call.incoming.method === 'GET' ? call.answer() : sendStatus(403)(call)),
    3,
    [],
    /every createBook call was answered with 403: check what this API key may do/,
  ],
  [
    async ({ incoming: { url = '' } }) =>
      new Response('', { status: 302, headers: { location: url } }),
    3,
    [],
    /302 and a redirect to .* does not follow redirects/,
  ],
  [async ({ incoming }) => void incoming.socket.destroy(), 3, [], /closed the connection/],
  [sendNothing, 3, [], /no response within/],
  [afterAWhile(sendNothing), 3, [], /no usable response .* still without a response/],
  [afterAWhile(sendStatus(502)), 3, ['errors.no-5xx'], /no usable response .*last: 502/],
];

test('no verdict about services that are unusable, or become so', async () => {
  // At the same time, because most of these runs only wait.
  const results = unusableServices.map(async ([respond]) => {
    const { url, key } = await startGateway(respond);
    const { code, drifts, report } = await verify([url, ...options], key);
    return [code, drifts, report?.run.stoppedBecause];
  });
  const expected = unusableServices.map(([, code, drifts, reason]) => {
    const anyReason: unknown = expect.stringMatching(reason);
    return [code, drifts, anyReason];
  });
  expect(await Promise.all(results)).toEqual(expected);
});
