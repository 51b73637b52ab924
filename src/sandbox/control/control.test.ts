/** Tests the control API over HTTP, mostly through the client that programs use. */
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { beforeEach, expect, test } from 'vitest';
import { sandboxControl, type SandboxControl } from '../../testing/sandbox-control.ts';
import { serveTestSandbox } from '../../../tests/support/fixtures.ts';
import { newBook } from '../../../tests/support/books.ts';
import { valueAt } from '../../../tests/support/sandbox/test-client.ts';
import { createWireClient, type WireClient } from '../../../tests/support/sandbox/wire-client.ts';
import { serveSandbox } from '../server/index.ts';
import { readControlRoutes } from './control-app.ts';
import { controlOperations } from './control-operations.ts';

let wire: WireClient;
let control: SandboxControl;
let url: string;

beforeEach(async () => {
  wire = await createWireClient({
    control: { port: 0 },
    findFaults: (names) =>
      names.map(() => ({
        override: ({ present }) => ({ present: { publish: () => present.upload() } }),
      })),
  });
  url = wire.controlUrl ?? '';
  control = sandboxControl(url);
});

const create = (changes: object = {}) => wire.post('/books', newBook('ebook', changes));
const parseLines = (lines: string): unknown[] =>
  lines
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
const putJson = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${url}${path}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

test('the document lists exactly the implemented operations', () => {
  const documented = readControlRoutes().map(({ operationId }) => operationId);
  expect(documented.toSorted()).toEqual(Object.keys(controlOperations).toSorted());
});

test('seeds, exports, resets and imports books, and refuses to seed twice or to import what is not JSON', async () => {
  expect(await control.seed(30, 5)).toBe(30);
  const state = await control.state();
  expect(state.accounts).toMatchObject([{ name: 'account-1', books: 30 }]);
  await expect(control.seed(30, 5)).rejects.toThrow(/409 .*A book with the id .* already exists/);
  const lines = await control.exportBooks();
  await control.reset();
  expect((await control.state()).accounts[0]?.books).toBe(0);
  expect(await control.importBooks(lines)).toBe(30);
  expect(parseLines(await control.exportBooks())).toEqual(parseLines(lines));
  await expect(control.importBooks('{')).rejects.toThrow(/400 .*Line 1 is not JSON/);
});

test('sets, freezes, advances and resumes the clock', async () => {
  const now = '2031-01-01T00:00:00.000Z';
  expect(await control.setClock({ now, frozen: true })).toEqual({ now, frozen: true });
  const { headers } = await wire.get('/books');
  expect(headers.get('date')).toBe('Wed, 01 Jan 2031 00:00:00 GMT');
  expect((await control.advance(86_400_000)).now).toBe('2031-01-02T00:00:00.000Z');
  expect((await control.setClock({ frozen: false })).frozen).toBe(false);
});

test('accepts one listed reading of every silence', async () => {
  const choices: unknown = await (await fetch(`${url}/choices`)).json();
  const readings: [string, unknown][] = Object.entries(valueAt(choices, 'readings') ?? {}).map(
    ([id, all]: [string, unknown]) => [id, Array.isArray(all) ? all.at(-1) : undefined],
  );
  expect(readings.length).toBeGreaterThan(100);
  const response = await putJson('/accounts/account-1/behaviour', {
    readings: Object.fromEntries(readings),
  });
  expect([response.status, await response.text()]).toEqual([204, '']);
});

test('ends a review with the given status, and responds 404 for an unknown book', async () => {
  const id = await wire.create('ebook');
  await control.settle(id, 'action_needed');
  expect(await wire.readStatus(id)).toBe('action_needed');
  await expect(control.settle('00000000-0000-4000-8000-000000000000')).rejects.toThrow(/404/);
});

test('an account has its own readings and faults until they are removed', async () => {
  const readings = { 'create.response': 'walkthrough' };
  await control.behave('account-1', { readings, faults: ['publish-200'] });
  const { body } = await create();
  expect(typeof valueAt(body, 'bookId')).toBe('string');
  expect((await control.state()).accounts[0]).toMatchObject({ readings, faults: ['publish-200'] });
  await control.behave('account-1', {});
  expect(typeof valueAt((await create()).body, 'data.id')).toBe('string');
  await expect(control.behave('nobody', {})).rejects.toThrow(/404/);
  await expect(control.behave('account-1', { readings: { x: 'y' } })).rejects.toThrow(/400/);
});

test('lists the latest requests with the requirement that refused them, but without secrets', async () => {
  const target = await wire.grantUrl('bytes');
  await fetch(target, { method: 'PUT', body: 'bytes' });
  await create({ isbn: '1' });
  const [refusal, upload] = await control.requests();
  expect(refusal).toMatchObject({
    server: 'service',
    method: 'POST',
    path: '/v2/distribution/books',
    status: 422,
    operation: 'createBook',
    account: 'account-1',
    requirement: 'isbn.valid-on-create',
  });
  expect(refusal?.id).toMatch(/^[0-9a-f-]{36}$/);
  expect(refusal?.detail).toContain('isbn: ');
  expect(refusal?.body).toContain('"isbn":"1"');
  const path = new URL(target).pathname;
  const operation = 'putFile';
  expect(upload).toMatchObject({ path, status: 200, operation, account: 'account-1' });
  expect(JSON.stringify(await control.requests())).not.toMatch(/signature|sandbox-key/);
});

test('reports health, readiness and metrics, and is not ready once the store is closed', async () => {
  await create();
  for (const origin of [url, wire.url]) {
    expect(await (await fetch(`${origin}/health`)).json()).toEqual({ status: 'ok' });
    expect(await (await fetch(`${origin}/ready`)).json()).toEqual({ status: 'ready' });
  }
  const metrics = await (await fetch(`${url}/metrics`)).text();
  expect(metrics).toContain(
    'sandbox_requests_total{server="service",method="POST",operation="createBook",account="account-1",status="201"} 1',
  );
  await wire.sandbox.parts.store.close();
  expect((await fetch(`${wire.url}/ready`)).status).toBe(503);
});

test.each([
  ['POST /seed', { count: 0 }, 400],
  ['PUT /chaos', { rules: [{ effect: { kind: 'status', status: 200 } }] }, 400],
  ['PUT /chaos', { rules: [{ effect: { kind: 'explode' } }] }, 400],
  ['PUT /clock', {}, 400],
  ['PUT /clock', { now: 'noon' }, 400],
  ['PUT /clock', { now: '2031-12-31T23:59:60Z', frozen: true }, 400],
  ['GET /nowhere', undefined, 404],
])('%s %j gets %i', async (request, body, status) => {
  const [method = '', path = ''] = request.split(' ');
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect([response.status, typeof valueAt(await response.json(), 'message')]).toEqual([
    status,
    'string',
  ]);
});

test('limits bodies and the lines of an import, and reports only the first mistake of a body', async () => {
  const longLine = JSON.stringify({ title: 'x'.repeat(5_000_000) });
  for (const body of [longLine, new Blob([longLine]).stream()]) {
    const headers = { 'content-type': 'application/json' };
    const call = { method: 'PUT', headers, body, duplex: 'half' };
    const refusal = await fetch(`${url}/chaos`, call);
    expect(refusal.status).toBe(413);
  }
  await expect(control.importBooks(`\n${longLine}`)).rejects.toThrow(/413 .*at most 4194304 bytes/);
  const response = await putJson('/chaos', { rules: [{ nth: 'a' }, { nth: 'b' }, { nth: 'c' }] });
  expect(valueAt(await response.json(), 'message')).toMatch(/^rules\/0/);
});

test('a client that reads only after it has sent 50 MB gets the 413', async () => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const head = 'PUT /chaos HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n';
  socket.write(`${head}content-type: application/json\r\ncontent-length: 50000000\r\n\r\n`);
  await promisify((bytes: Uint8Array, sent: (error?: Error | null) => void) =>
    socket.write(bytes, sent),
  )(Buffer.alloc(50_000_000));
  expect(await text(socket)).toMatch(/^HTTP\/1.1 413 /);
});

test('keeps the clock within years of four digits', async () => {
  const now = '9999-12-31T23:59:59.000Z';
  await control.setClock({ now, frozen: true });
  await expect(control.advance(1_000)).rejects.toThrow(/400 .*year 9999/);
  expect(await control.setClock({ frozen: true })).toEqual({ now, frozen: true });
});

test('refuses requests from web pages of other origins', async () => {
  expect((await putJson('/chaos', { rules: [] }, { origin: 'https://evil.example' })).status).toBe(
    403,
  );
  expect((await putJson('/chaos', { rules: [] }, { origin: url })).status).toBe(200);
});

test('if there is a token, refuses requests without it, except for health', async () => {
  const token = 'a-long-enough-token';
  const server = await serveTestSandbox({ control: { port: 0, token } });
  const address = server.controlUrl ?? '';
  await expect(sandboxControl(address).state()).rejects.toThrow(/401/);
  await expect(sandboxControl(address, 'wrong').state()).rejects.toThrow(/401/);
  expect((await sandboxControl(address, token).state()).accounts).toHaveLength(1);
  expect((await fetch(`${address}/health`)).status).toBe(200);
});

test('does not start at an address that others can reach without a token of 16 characters', async () => {
  const reachable = { port: 0, host: '0.0.0.0' };
  await expect(serveSandbox({ control: reachable })).rejects.toThrow(/needs a token/);
  await expect(serveSandbox({ control: { ...reachable, token: 'short' } })).rejects.toThrow(/16/);
});
