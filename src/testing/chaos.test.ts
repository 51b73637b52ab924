/** Tests the chaos rules of a sandbox: which responses curl gets, and that our client still creates only one book. */
import { execFile } from 'node:child_process';
import { beforeEach, expect, test } from 'vitest';
import { createDistribution } from '../client/create-distribution.ts';
import { ebook } from '../../tests/support/client/scene.ts';
import { type ServedSandbox } from '../sandbox/index.ts';
import { sandboxControl, type ChaosRule } from './sandbox-control.ts';
import { serveTestSandbox } from '../../tests/support/fixtures.ts';

let server: ServedSandbox;
beforeEach(async () => {
  server = await serveTestSandbox({ control: { port: 0 } });
});

interface CurlResult {
  /** The exit code of curl: 0, 18 for a truncated body, or 52 for no response. */
  readonly code: number;
  /** The status line, headers and body. */
  readonly text: string;
}

function curl(...words: string[]): Promise<CurlResult> {
  return new Promise((resolve) => {
    const child = execFile('curl', ['-s', '-i', '--max-time', '10', ...words], (_error, text) => {
      resolve({ code: child.exitCode ?? -1, text });
    });
  });
}

const json = ['-H', 'content-type: application/json', '-d'];
const call = (method: string, path: string, ...words: string[]) =>
  curl('-X', method, '-H', `apikey: ${server.key}`, `${server.url}${path}`, ...words);
const setChaos = (rules: readonly ChaosRule[]) =>
  curl('-X', 'PUT', `${server.controlUrl ?? ''}/chaos`, ...json, JSON.stringify({ rules }));

const createBooks = () => createDistribution({ baseUrl: server.url, apiKey: server.key }).books;

async function createReadyBook(externalId: string): Promise<string> {
  const { id } = await createBooks().create({ ...ebook, externalId });
  await createBooks().upload(id, [
    { role: 'ebook_content', filename: 'a.epub', blob: new Blob([`text of ${externalId}`]) },
    { role: 'ebook_cover', filename: 'a.jpg', blob: new Blob([`cover of ${externalId}`]) },
  ]);
  return id;
}

test('curl gets 429 with Retry-After for the second create, and a truncated list', async () => {
  const tooManyRequests = { kind: 'status', status: 429, retryAfterSeconds: 7 } as const;
  const response = await setChaos([
    { operation: 'createBook', nth: 2, effect: tooManyRequests },
    { operation: 'listBooks', nth: 1, effect: { kind: 'truncated-body' } },
  ]);
  expect(response.text).toMatch(/^HTTP\/1\.1 2/);
  const create = () => call('POST', '/v2/distribution/books', ...json, JSON.stringify(ebook));
  expect((await create()).text).toMatch(/^HTTP\/1\.1 201/);
  expect((await create()).text).toMatch(/^HTTP\/1\.1 429[\s\S]*^retry-after: 7\r$/im);
  expect((await create()).text).toMatch(/^HTTP\/1\.1 201/);
  const list = () => call('GET', '/v2/distribution/books');
  const truncatedList = await list();
  expect([truncatedList.code, truncatedList.text.slice(0, 12)]).toEqual([18, 'HTTP/1.1 200']);
  expect((await list()).code).toBe(0);
  expect(await server.sandbox.books()).toHaveLength(2);
});

test('curl gets no response for the third publish, although it takes effect', async () => {
  const ids = [];
  for (const name of ['a', 'b', 'c', 'd']) ids.push(await createReadyBook(name));
  await setChaos([{ operation: 'publishBook', nth: 3, effect: { kind: 'lost-response' } }]);
  const codes = [];
  for (const id of ids) {
    codes.push((await call('POST', `/v2/distribution/books/${id}/publish`, ...json, '{}')).code);
  }
  expect(codes).toEqual([0, 0, 52, 0]);
  for (const id of ids) expect((await createBooks().get(id)).attributes.status).toBe('in_review');
});

test('our client creates one book and publishes it despite refused, truncated and lost responses', async () => {
  const tooManyRequests = { kind: 'status', status: 429, retryAfterSeconds: 1 } as const;
  await setChaos([
    { operation: 'createBook', nth: 1, effect: tooManyRequests },
    { operation: 'createBook', nth: 2, effect: { kind: 'truncated-body' } },
    { operation: 'publishBook', nth: 1, effect: { kind: 'reset' } },
    { operation: 'publishBook', nth: 2, effect: { kind: 'status', status: 502 } },
    { operation: 'publishBook', nth: 3, effect: { kind: 'lost-response' } },
  ]);
  const id = await createReadyBook('backlist-0042');
  await createBooks().publish(id);
  const books = await server.sandbox.books();
  expect(books.map((book) => [book.id, book.status])).toEqual([[id, 'in_review']]);
  const requests = await sandboxControl(server.controlUrl ?? '').requests();
  const countPosts = (end: string) =>
    requests.filter(({ method, path }) => method === 'POST' && path.endsWith(end)).length;
  // Each fault hits one request. After the last one, the client reads the book instead of sending it again.
  expect([countPosts('/books'), countPosts('/publish')]).toEqual([2, 3]);
});
