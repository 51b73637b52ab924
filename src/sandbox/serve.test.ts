import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { request } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { at, newBook, sha256 } from './ask-in-process.ts';
import { createClock } from './clock.ts';
import { serveSandbox, type ServedSandbox } from './serve.ts';

let served: ServedSandbox;
let log: string[];

beforeEach(async () => {
  log = [];
  served = await serveSandbox({ report: (line) => log.push(line) });
});

afterEach(async () => {
  await served.close();
  expect(log).toEqual([]);
});

const books = async () => (await served.sandbox.books()).length;
const api = (path: string) => `${served.url}/v2/distribution${path}`;
const headers = { apikey: 'sandbox-key', 'content-type': 'application/json' };

async function ask(method: string, path: string, ...[body, type]: string[]) {
  const answer = await fetch(api(path), {
    method,
    headers: { ...headers, ...(type === undefined ? {} : { 'content-type': type }) },
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.text();
  const json = answer.headers.get('content-type')?.includes('json') === true && text !== '';
  const parsed: unknown = json ? JSON.parse(text) : undefined;
  return { status: answer.status, text, body: parsed, headers: answer.headers };
}

async function createBook(changes: object = {}): Promise<string> {
  const { body } = await ask('POST', '/books', JSON.stringify(newBook('ebook', changes)));
  return String(at(body, 'data.id'));
}

async function grantUrl(bytes: Uint8Array | string): Promise<string> {
  const id = await createBook();
  const hashSha256 = createHash('sha256').update(bytes).digest('hex');
  const descriptor = { referenceId: 'a', role: 'ebook_content', filename: 'a', hashSha256 };
  const { body } = await ask('POST', `/books/${id}/upload`, JSON.stringify([descriptor]));
  return String(at(body, 'data.0.attributes.url'));
}

/** Everything a server says to raw text, until it or we hang up. */
function raw(url: string, text: string, hangUpAfterMs?: number): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let said = '';
    const socket = connect(Number(port), hostname, () => socket.write(text));
    if (hangUpAfterMs !== undefined) setTimeout(() => socket.destroy(), hangUpAfterMs);
    socket.on('data', (chunk) => {
      said += chunk.toString('latin1');
    });
    socket.on('close', () => {
      resolve(said);
    });
    socket.on('error', () => undefined);
  });
}

test('a book goes the whole way over the wire', async () => {
  const id = await createBook({ externalId: 'wire' });
  expect((await ask('GET', `/books/${id}`)).status).toBe(200);
  expect((await ask('GET', '/books/external-id/wire')).status).toBe(200);
  const list = await ask('GET', '/books');
  expect(at(list.body, 'data.0.id')).toBe(id);
  expect(list.headers.get('content-length')).toBe(String(Buffer.byteLength(list.text)));
  const gone = await ask('DELETE', `/books/${id}`, '{}');
  expect([gone.status, gone.headers.get('content-length')]).toEqual([204, null]);
});

test.each(['{', '{"title":', '', 'nonsense', '{"a":1}}', '\u0000'])(
  'a body %j that is no JSON gets 400 and stores nothing',
  async (body) => {
    const told = await ask('POST', '/books', body);
    expect([told.status, at(told.body, 'invalidParams')]).toEqual([400, []]);
    expect(await books()).toBe(0);
  },
);

test.each(['null', '5', '"text"', '[]', '[{}]'])(
  'a body %s that is no object gets 400 and stores nothing',
  async (body) => {
    expect((await ask('POST', '/books', body)).status).toBe(400);
    expect(await books()).toBe(0);
  },
);

test.each(['text/plain', 'application/xml', 'application/merge-patch+json', 'multipart/form-data'])(
  'the content type %s gets 400 on every call with a body',
  async (contentType) => {
    const id = await createBook();
    const type = contentType;
    const file = `/books/${id}/file/${id}/attach`;
    const told = [
      await ask('POST', '/books', JSON.stringify(newBook('ebook')), type),
      await ask('PATCH', `/books/${id}`, '{"title":"x"}', type),
      await ask('POST', `/books/${id}/upload`, '[]', type),
      await ask('PATCH', file, '{"filename":"x","hashSha256":"x"}', type),
    ];
    expect(told.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    expect(await books()).toBe(1);
  },
);

test('a content type with parameters is JSON', async () => {
  const type = 'Application/JSON ; charset=utf-8';
  expect((await ask('POST', '/books', JSON.stringify(newBook('ebook')), type)).status).toBe(201);
});

test('a huge body gets 413 and stores nothing, and the connection lives on', async () => {
  const body = JSON.stringify(newBook('ebook', { description: 'x'.repeat(5_000_000) }));
  expect((await ask('POST', '/books', body)).status).toBe(413);
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (let part = 0; part < 80; part += 1) controller.enqueue(new Uint8Array(65_536).fill(32));
      controller.close();
    },
  });
  const half = { duplex: 'half' };
  const chunked = await fetch(api('/books'), { method: 'POST', headers, body: stream, ...half });
  expect(chunked.status).toBe(413);
  expect(await books()).toBe(0);
  expect((await ask('GET', '/books')).status).toBe(200);
});

test('a body that is cut off stores nothing', async () => {
  const body = JSON.stringify(newBook('ebook'));
  const head = `POST /v2/distribution/books HTTP/1.1\r\nhost: x\r\napikey: sandbox-key\r\ncontent-type: application/json\r\n`;
  await raw(served.url, `${head}content-length: ${body.length + 10}\r\n\r\n${body}`, 100);
  const chunk = `${body.length.toString(16)}\r\n${body}\r\n`;
  await raw(served.url, `${head}transfer-encoding: chunked\r\n\r\n${chunk}`, 100);
  expect(await books()).toBe(0);
  expect((await ask('GET', '/books')).status).toBe(200);
});

test.each([
  ['GET', '/nope', 404],
  ['GET', '/books/', 404],
  ['PUT', '/books', 404],
  ['DELETE', '/books', 404],
  ['GET', '/books/external-id/', 404],
  ['POST', '/books/x/y/z', 404],
  ['OPTIONS', '/books', 404],
])('%s %s is no route', async (method, path, status) => {
  const told = await ask(method, path);
  expect([told.status, told.headers.get('x-requirement')]).toEqual([status, 'route.unknown']);
  expect(typeof at(told.body, 'message')).toBe('string');
});

test('below the prefix a key comes first, elsewhere there is nothing', async () => {
  expect((await fetch(api('/nope'))).status).toBe(401);
  expect((await fetch(`${served.url}/books`, { headers })).status).toBe(404);
  expect((await fetch(`${served.url}/v2/distributions/books`, { headers })).status).toBe(404);
  expect((await fetch(served.url)).status).toBe(404);
});

test('an upload streams to its own origin', async () => {
  const bytes = new Uint8Array(8 * 1024 * 1024).fill(7);
  const url = await grantUrl(bytes);
  expect(new URL(url).origin).toBe(served.storageUrl);
  const put = () =>
    fetch(url, { method: 'PUT', body: bytes, headers: { 'content-type': 'application/epub+zip' } });
  expect((await put()).status).toBe(200);
  const again = await put();
  expect([again.status, await again.json()]).toEqual([
    409,
    { message: 'This URL was used before.' },
  ]);
});

test('an upload that breaks off leaves its URL unused', async () => {
  const bytes = 'x'.repeat(1000);
  const url = new URL(await grantUrl(bytes));
  const head = `PUT ${url.pathname}${url.search} HTTP/1.1\r\nhost: ${url.host}\r\ncontent-length: 1000\r\n\r\n`;
  await raw(url.href, `${head}${bytes.slice(0, 500)}`, 100);
  await expect
    .poll(async () => (await fetch(url, { method: 'PUT', body: bytes })).status)
    .toBe(200);
  expect(sha256(bytes)).toHaveLength(64);
});

test('a client that waits for leave is refused before it sends', async () => {
  const url = new URL(await grantUrl('bytes'));
  const head = (extra: string) =>
    `PUT ${url.pathname}${url.search} HTTP/1.1\r\nhost: ${url.host}\r\nexpect: 100-continue\r\n${extra}content-length: 5\r\n\r\n`;
  expect(await raw(url.href, head('apikey: x\r\n'))).toMatch(/^HTTP\/1\.1 400 /);
  const allowed = await raw(url.href, `${head('connection: close\r\n')}bytes`);
  expect(allowed).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
});

test('a refused upload is read to its end, so that the client hears why', async () => {
  const url = new URL(await grantUrl('bytes'));
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const put = request(url, { method: 'PUT', headers: { apikey: 'x' } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    put.on('error', reject);
    for (let part = 0; part < 200; part += 1) put.write(Buffer.alloc(65_536));
    put.end();
  });
  expect(status).toBe(400);
});

test('storage takes nothing but PUT', async () => {
  const url = await grantUrl('bytes');
  const told = await fetch(url);
  expect([told.status, told.headers.get('allow')]).toEqual([405, 'PUT']);
});

test('several sandboxes know nothing of each other', async () => {
  const other = await serveSandbox();
  await createBook();
  expect(await other.sandbox.books()).toEqual([]);
  await other.close();
});

test('a taken port is said', async () => {
  const port = Number(new URL(served.url).port);
  await expect(serveSandbox({ port })).rejects.toThrow(/EADDRINUSE/);
});

test('a reset forgets books and uploads', async () => {
  const url = await grantUrl('bytes');
  await served.sandbox.reset();
  expect(await books()).toBe(0);
  expect((await fetch(url, { method: 'PUT', body: 'bytes' })).status).toBe(403);
});

test('the Date header goes by the clock of the sandbox, on both origins', async () => {
  const clock = createClock();
  clock.freeze(Date.parse('2031-02-28T23:59:59.900Z'));
  const own = await serveSandbox({ clock });
  try {
    const key = { apikey: own.key };
    const answers = [
      await fetch(`${own.url}/v2/distribution/books`, { headers: key }),
      await fetch(`${own.url}/v2/distribution/books`),
      await fetch(`${own.url}/elsewhere`),
      await fetch(`${own.storageUrl}/nothing`, { method: 'PUT', body: 'x' }),
    ];
    const dates = answers.map((answer) => answer.headers.get('date'));
    expect(new Set(dates)).toEqual(new Set(['Fri, 28 Feb 2031 23:59:59 GMT']));
  } finally {
    await own.close();
  }
});
