/** Remembers what was answered, for later random calls to choose from. */
import { isArray, isObject } from '../../../src/contract/json-pointer.ts';
import type { ObservedExchange } from '../../../src/monitor/index.ts';
import type { Pool } from './draw.ts';
import type { RandomCall } from './random-calls.ts';

/** Keeps the ids and URLs that later calls are drawn from: the latest of each. */
export function remember(call: RandomCall, { response }: ObservedExchange, pool: Pool): void {
  if (response === undefined || response.status >= 300) return;
  const { body } = response;
  if (call.path === '/books' && call.method === 'POST') rememberBook(call.json, body, pool);
  if (call.path.endsWith('/upload')) rememberFiles(call, body, pool);
  const file = pool.files.find(({ url }) => url === call.path);
  if (call.method === 'PUT' && file) pool.sent.push(file);
  for (const list of [pool.books, pool.files, pool.sent]) list.splice(0, list.length - 50);
}

function rememberBook(sent: unknown, body: unknown, { books }: Pool): void {
  if (!isObject(sent) || !isObject(body)) return;
  const id = body['bookId'] ?? (isObject(body['data']) ? body['data']['id'] : undefined);
  if (typeof id !== 'string') return;
  books.push({ id, externalId: textOf(sent['externalId']), format: textOf(sent['format']) });
}

function rememberFiles({ path, json }: RandomCall, body: unknown, pool: Pool): void {
  const grants = isArray(body) ? body : isObject(body) ? body['data'] : undefined;
  const sent = (isArray(json) ? json : []).filter(isObject);
  for (const [index, grant] of (isArray(grants) ? grants : []).filter(isObject).entries()) {
    const inner = isObject(grant['attributes']) ? grant['attributes'] : grant;
    const one = sent.find(({ referenceId }) => referenceId === inner['referenceId']) ?? sent[index];
    const hash = textOf(one?.['hashSha256']);
    pool.files.push({
      id: textOf(grant['id']),
      bookId: path.split('/')[2] ?? '',
      url: textOf(inner['url']),
      filename: textOf(one?.['filename']),
      role: textOf(one?.['role']),
      hash,
      bytes: pool.announced.get(hash) ?? Buffer.from('unknown'),
    });
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : 'none';
}
