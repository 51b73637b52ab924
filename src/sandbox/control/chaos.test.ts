/** Tests chaos rules over real connections: what the client sees, what the service has done, and what the report says. */
import { connect } from 'node:net';
import { beforeEach, expect, test } from 'vitest';
import {
  sandboxControl,
  type ControlScope,
  type SandboxControl,
} from '../../testing/sandbox-control.ts';
import { createTestClient, newBook, valueAt } from '../../../tests/support/sandbox/test-client.ts';
import { createWireClient, type WireClient } from '../../../tests/support/sandbox/wire-client.ts';
import type { ChaosEffect } from '../chaos.ts';

let wire: WireClient;
let control: SandboxControl;

beforeEach(async () => {
  wire = await createWireClient({ control: { port: 0 } });
  control = sandboxControl(wire.controlUrl ?? '');
});

const create = (headers: Record<string, string> = {}) =>
  fetch(wire.api('/books'), {
    method: 'POST',
    headers: { apikey: wire.key, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(newBook('ebook')),
  });

/** Sends a create or an upload over a plain connection. Returns what arrives, and how the connection ends. */
function sendPlain(url: string, method: string, body: string) {
  const { hostname, port, pathname, search } = new URL(url);
  const head = [
    `${method} ${pathname}${search} HTTP/1.1`,
    `host: ${hostname}:${port}`,
    'connection: close',
    ...(method === 'PUT' ? [] : [`apikey: ${wire.key}`, 'content-type: application/json']),
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  return new Promise<{ text: string; ending: 'end' | 'reset' }>((resolve) => {
    let text = '';
    const socket = connect(Number(port), hostname, () => {
      socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
    });
    socket.on('data', (chunk) => (text += chunk.toString()));
    socket.on('end', () => resolve({ text, ending: 'end' }));
    socket.on('error', () => resolve({ text, ending: 'reset' }));
  });
}

const complete = /^HTTP\/1\.1 20\d [^]*\r\n\r\n/;
const nothing = /^$/;

test.each<[ChaosEffect, { create: RegExp; put: RegExp; ending: string; isDone: boolean }]>([
  [
    { kind: 'delay', milliseconds: 1 },
    { create: complete, put: complete, ending: 'end', isDone: true },
  ],
  [
    { kind: 'delay', milliseconds: 1, when: 'after' },
    { create: complete, put: complete, ending: 'end', isDone: true },
  ],
  [
    { kind: 'slow-body', milliseconds: 20 },
    { create: /\}$/, put: /\r\n\r\n $/, ending: 'end', isDone: true },
  ],
  [
    { kind: 'truncated-body' },
    {
      create: /\r\n\r\n\{[^]*[^}]$/,
      put: /content-length: 1\r\n[^]*\r\n\r\n$/i,
      ending: 'end',
      isDone: true,
    },
  ],
  [{ kind: 'lost-response' }, { create: nothing, put: nothing, ending: 'end', isDone: true }],
  [{ kind: 'reset' }, { create: nothing, put: nothing, ending: 'reset', isDone: false }],
  [
    { kind: 'reset', when: 'after' },
    { create: nothing, put: nothing, ending: 'reset', isDone: true },
  ],
])('%j', async (effect, expected) => {
  const url = await wire.grantUrl('bytes');
  await control.chaos([
    { operation: 'createBook', nth: 1, effect },
    { operation: 'putFile', nth: 1, effect },
  ]);
  const created = await sendPlain(wire.api('/books'), 'POST', JSON.stringify(newBook('ebook')));
  expect([created.ending, created.text]).toEqual([
    expected.ending,
    expect.stringMatching(expected.create),
  ]);
  expect(await wire.countBooks()).toBe(expected.isDone ? 2 : 1);
  const put = await sendPlain(url, 'PUT', 'bytes');
  expect([put.ending, put.text]).toEqual([expected.ending, expect.stringMatching(expected.put)]);
  // A URL that was used refuses a second upload.
  expect((await fetch(url, { method: 'PUT', body: 'bytes' })).status).toBe(
    expected.isDone ? 409 : 200,
  );
  const rules = await control.chaosReport();
  expect(rules.map(({ disturbed, hits }) => [disturbed, hits[0]?.operation])).toEqual([
    [1, 'createBook'],
    [1, 'putFile'],
  ]);
});

test('a response without a body breaks off within its headers', async () => {
  wire = await createWireClient({
    control: { port: 0 },
    readings: { 'put.success-status': '204' },
  });
  control = sandboxControl(wire.controlUrl ?? '');
  const url = await wire.grantUrl('bytes');
  await control.chaos([{ operation: 'putFile', effect: { kind: 'truncated-body' } }]);
  expect((await sendPlain(url, 'PUT', 'bytes')).text).toBe('HTTP/1.1 204 ');
});

test('the second create gets 429 with Retry-After and has no effect, and the report names it', async () => {
  const effect = { kind: 'status', status: 429, retryAfterSeconds: 7 } as const;
  await control.chaos([
    { operation: 'createBook', nth: 2, effect },
    { operation: 'publishBook', effect },
  ]);
  const responses = [await create(), await create({ 'x-request-id': 'second' }), await create()];
  expect(responses.map(({ status }) => status)).toEqual([201, 429, 201]);
  expect(responses[1]?.headers.get('retry-after')).toBe('7');
  expect(responses.map(({ headers }) => headers.get('x-request-id'))).toContain('second');
  expect(await wire.countBooks()).toBe(2);
  const [rule, unreached] = await control.chaosReport();
  expect(rule).toMatchObject({ requests: 3, disturbed: 1 });
  expect(rule?.hits).toMatchObject([
    {
      requestId: 'second',
      operation: 'createBook',
      method: 'POST',
      path: '/v2/distribution/books',
      account: 'account-1',
      nth: 2,
    },
  ]);
  expect(unreached).toMatchObject({ requests: 0, disturbed: 0, hits: [] });
});

test('a rate disturbs the same requests for the same seed and others for another seed, and limits nth', async () => {
  const effect = { kind: 'status', status: 500 } as const;
  const statusLists: number[][] = [];
  for (const seed of [1, 1, 2]) {
    await control.chaos([{ rate: 0.5, effect }], seed);
    const statuses: number[] = [];
    for (let index = 0; index < 24; index += 1) statuses.push((await create()).status);
    statusLists.push(statuses);
  }
  expect(statusLists[0]).toEqual(statusLists[1]);
  expect(statusLists[0]).not.toEqual(statusLists[2]);
  expect(new Set(statusLists[0])).toEqual(new Set([201, 500]));
  await control.chaos([{ nth: 1, rate: 0, effect }]);
  expect((await create()).status).toBe(201);
});

test('rules end when they are replaced, and are not reported as a failure of the sandbox', async () => {
  await control.chaos([{ effect: { kind: 'status', status: 503 } }]);
  expect((await create()).status).toBe(503);
  await control.chaos([]);
  expect((await create()).status).toBe(201);
  expect(wire.log).toEqual([]);
});

test('two tests on one account have their own books, chaos rules and clock, and reset only their own', async () => {
  const tests = ['first', 'second'].map((id) => ({
    control: control.only({ test: id }),
    send: (method: string, path: string) =>
      fetch(wire.api(path), { method, headers: { apikey: wire.key, 'x-test-id': id } }),
    create: () => create({ 'x-test-id': id }),
  }));
  const [first, second] = tests;
  if (first === undefined || second === undefined) throw new Error('There are two tests.');
  await first.control.chaos([{ operation: 'createBook', effect: { kind: 'status', status: 503 } }]);
  await second.control.chaos([{ operation: 'listBooks', effect: { kind: 'reset' } }]);
  await second.control.setClock({ now: '2031-01-01T00:00:00.000Z', frozen: true });
  expect([(await first.create()).status, (await second.create()).status]).toEqual([503, 201]);
  expect((await create()).status).toBe(201);
  const list = await first.send('GET', '/books');
  expect([list.status, await list.json()]).toMatchObject([200, { meta: { total: 0 } }]);
  expect(list.headers.get('date')).not.toContain('2031');
  await expect(second.send('GET', '/books')).rejects.toThrow();
  expect((await second.control.chaosReport())[0]?.hits).toMatchObject([
    { account: 'account-1/second' },
  ]);
  await second.control.reset();
  const emptyList = await second.send('GET', '/books');
  expect(await emptyList.json()).toMatchObject({ meta: { total: 0 } });
  expect(emptyList.headers.get('date')).not.toContain('2031');
  expect((await first.control.chaosReport())[0]).toMatchObject({ requests: 1, disturbed: 1 });
  expect(await wire.countBooks()).toBe(1);
});

test.each([
  ['with a key each', { key: 'two' }, [{ account: 'account-1' }, { account: 'account-2' }]],
  ['with one key and a test id each', { key: 'one' }, [{ test: 'first' }, { test: 'second' }]],
])(
  'two suites %s run at once, and see only their own books and failures',
  async (_, { key }, scopes) => {
    wire = await createWireClient({ keys: ['one', 'two'], control: { port: 0 } });
    const runSuite = async (suite: number) => {
      const scope: ControlScope = scopes[suite] ?? {};
      const own = sandboxControl(wire.controlUrl ?? '').only(scope);
      const headers = {
        apikey: suite === 0 ? 'one' : key,
        ...(scope.test !== undefined && { 'x-test-id': scope.test }),
      };
      const runs: unknown[] = [];
      for (let run = 0; run < 3; run += 1) {
        await own.reset();
        const effect = { kind: 'status', status: 500 + suite } as const;
        await own.chaos([{ operation: 'createBook', nth: suite + 2, effect }]);
        const statuses: number[] = [];
        for (let call = 1; call <= 5; call += 1) {
          const id = `suite-${suite}-run-${run}-call-${call}`;
          statuses.push((await create({ ...headers, 'x-request-id': id })).status);
        }
        const list: unknown = await (await fetch(wire.api('/books'), { headers })).json();
        const [rule] = await own.chaosReport();
        const hits = rule?.hits.map(({ requestId }) => requestId);
        runs.push({ statuses, books: valueAt(list, 'meta.total'), requests: rule?.requests, hits });
      }
      return runs;
    };
    const expectRuns = (suite: number, statuses: readonly number[]) =>
      [0, 1, 2].map((run) => ({
        statuses,
        books: 4,
        requests: 5,
        hits: [`suite-${suite}-run-${run}-call-${suite + 2}`],
      }));
    expect(await Promise.all([runSuite(0), runSuite(1)])).toEqual([
      expectRuns(0, [201, 500, 201, 201, 201]),
      expectRuns(1, [201, 201, 501, 201, 201]),
    ]);
  },
);

test('a reset of one account keeps the books and files of another', async () => {
  wire = await createWireClient({ keys: ['one', 'two'], control: { port: 0 } });
  control = sandboxControl(wire.controlUrl ?? '');
  const clients = wire.sandbox.keys.map((key) =>
    createTestClient({ ...wire, fetch, storageFetch: fetch, keys: [key] }),
  );
  const { bytes, store } = wire.sandbox.parts;
  const keys: string[] = [];
  for (const client of clients) {
    const { content } = await client.createReady('ebook');
    keys.push((await store.readGrant(content.id))?.storedKey ?? '');
  }
  await control.only({ account: 'account-2' }).seed(3);
  await control.only({ account: 'account-1' }).reset();
  expect((await control.state()).accounts.map(({ books: count }) => count)).toEqual([0, 4]);
  expect(await Promise.all(keys.map((key) => bytes.size(key)))).toEqual([undefined, 19]);
});
