/** Books of another client in the same account, and that client's edits. */
import assert from 'node:assert/strict';
import { newBook } from '../../src/sandbox/scenes/test-client.ts';
import type { ServedSandbox } from '../../src/sandbox/index.ts';

/** Creates books of another client and returns their ids. */
export async function createBooks(
  server: ServedSandbox,
  count: number,
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const response = await send(server, 'POST /books', createBody(n));
    const id = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(response)?.[0];
    assert(id, 'the create returned no id');
    ids.push(id);
  }
  return ids;
}

/** Edits the books in turn and creates more, until the signal is aborted. Returns the number of edits. */
export async function editBooks(
  server: ServedSandbox,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<number> {
  let edits = 0;
  while (!signal.aborted) {
    const id = ids[edits % ids.length] ?? '';
    await send(server, `PATCH /books/${id}`, { title: `Edited ${edits}` });
    if (edits % 10 === 0) await send(server, 'POST /books', createBody(1000 + edits));
    edits += 1;
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
  return edits;
}

async function send(server: ServedSandbox, call: string, body: object): Promise<string> {
  const [method, path] = call.split(' ');
  const response = await fetch(`${server.url}/v2/distribution${path}`, {
    ...(method === undefined ? {} : { method }),
    headers: { apikey: server.key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  assert(response.status < 300, `the other client got ${response.status}`);
  return response.text();
}

function createBody(n: number) {
  const titleAndId = { title: `Other ${n}`, externalId: `other-${n}` };
  const language = [n % 3 === 0 ? 'fr' : 'en'];
  return newBook('ebook', { ...titleAndId, language, publicationDate: '2040-01-01' });
}
