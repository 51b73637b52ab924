/** Disturbs calls of a served sandbox, and shows with curl what arrives, and that our client makes one book. */
import { execFile } from 'node:child_process';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDistribution } from '../client/create-distribution.ts';
import { namelessBook } from '../client/scenes/scene.ts';
import { serveSandbox, type ServedSandbox } from '../sandbox/index.ts';
import { sandboxControl, type ChaosRule } from './sandbox-control.ts';

let served: ServedSandbox;
beforeEach(async () => {
  served = await serveSandbox({ control: { port: 0 } });
});
afterEach(() => served.close());

interface CurlResult {
  /** Exit code of curl: 0, 18 for a truncated body, 52 for no response. */
  readonly code: number;
  /** Status line, headers and body. */
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
  curl('-X', method, '-H', `apikey: ${served.key}`, `${served.url}${path}`, ...words);
const setChaos = (rules: readonly ChaosRule[]) =>
  curl('-X', 'PUT', `${served.controlUrl ?? ''}/chaos`, ...json, JSON.stringify({ rules }));

const client = () => createDistribution({ baseUrl: served.url, apiKey: served.key }).books;

async function readyBook(externalId: string): Promise<string> {
  const { id } = await client().create({ ...namelessBook, externalId });
  await client().upload(id, [
    { role: 'ebook_content', filename: 'a.epub', blob: new Blob([`text of ${externalId}`]) },
    { role: 'ebook_cover', filename: 'a.jpg', blob: new Blob([`cover of ${externalId}`]) },
  ]);
  return id;
}

test('curl gets 429 with Retry-After for the second create, and a truncated list', async () => {
  const limited = { kind: 'status', status: 429, retryAfterSeconds: 7 } as const;
  const set = await setChaos([
    { operation: 'createBook', nth: 2, effect: limited },
    { operation: 'listBooks', nth: 1, effect: { kind: 'truncated-body' } },
  ]);
  expect(set.text).toMatch(/^HTTP\/1\.1 2/);
  const create = () =>
    call('POST', '/v2/distribution/books', ...json, JSON.stringify(namelessBook));
  expect((await create()).text).toMatch(/^HTTP\/1\.1 201/);
  expect((await create()).text).toMatch(/^HTTP\/1\.1 429[\s\S]*^retry-after: 7\r$/im);
  expect((await create()).text).toMatch(/^HTTP\/1\.1 201/);
  const list = () => call('GET', '/v2/distribution/books');
  const cut = await list();
  expect([cut.code, cut.text.slice(0, 12)]).toEqual([18, 'HTTP/1.1 200']);
  expect((await list()).code).toBe(0);
  expect(await served.sandbox.books()).toHaveLength(2);
});

test('curl gets no response for the third publish, which takes effect', async () => {
  const ids = [];
  for (const name of ['a', 'b', 'c', 'd']) ids.push(await readyBook(name));
  await setChaos([{ operation: 'publishBook', nth: 3, effect: { kind: 'lost-response' } }]);
  const codes = [];
  for (const id of ids) {
    codes.push((await call('POST', `/v2/distribution/books/${id}/publish`, ...json, '{}')).code);
  }
  expect(codes).toEqual([0, 0, 52, 0]);
  for (const id of ids) expect((await client().get(id)).attributes.status).toBe('in_review');
});

test('our client creates one book and publishes it once despite these failures', async () => {
  const limited = { kind: 'status', status: 429, retryAfterSeconds: 1 } as const;
  await setChaos([
    { operation: 'createBook', nth: 1, effect: limited },
    { operation: 'createBook', nth: 2, effect: { kind: 'truncated-body' } },
    { operation: 'publishBook', nth: 1, effect: { kind: 'reset' } },
    { operation: 'publishBook', nth: 2, effect: { kind: 'status', status: 502 } },
    { operation: 'publishBook', nth: 3, effect: { kind: 'lost-response' } },
  ]);
  const id = await readyBook('backlist-0042');
  await client().publish(id);
  const books = await served.sandbox.books();
  expect(books.map((book) => [book.id, book.status])).toEqual([[id, 'in_review']]);
  const requests = await sandboxControl(served.controlUrl ?? '').requests();
  const sent = (end: string) =>
    requests.filter(({ method, path }) => method === 'POST' && path.endsWith(end)).length;
  expect([sent('/books'), sent('/publish')]).toEqual([2, 3]);
});
