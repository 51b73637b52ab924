/** Calls to a served sandbox as they go over the wire, for tests. */
import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { valueAt, newBook } from './ask-in-process.ts';
import { serveSandbox, type ServeOptions } from '../server/index.ts';
import { checkAnswers } from './check-answers.ts';

export type Wire = Awaited<ReturnType<typeof newWire>>;

const headers = { apikey: 'sandbox-key', 'content-type': 'application/json' };

/** Serves a sandbox. Its calls send the key, and JSON unless another type is given. */
export async function newWire(options: ServeOptions = {}) {
  const log: string[] = [];
  const report = (line: string) => log.push(line);
  const faults = [...(options.faults ?? []), checkAnswers(report)];
  const served = await serveSandbox({ report, ...options, faults });
  const { url, sandbox } = served;
  const api = (path: string) => `${url}/v2/distribution${path}`;

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
    return String(valueAt(body, 'data.id'));
  }

  async function grantUrl(bytes: Uint8Array | string): Promise<string> {
    const id = await createBook();
    const hashSha256 = createHash('sha256').update(bytes).digest('hex');
    const descriptor = { referenceId: 'a', role: 'ebook_content', filename: 'a', hashSha256 };
    const { body } = await ask('POST', `/books/${id}/upload`, JSON.stringify([descriptor]));
    return String(valueAt(body, 'data.0.attributes.url'));
  }

  const books = async () => (await sandbox.books()).length;

  /** Closes it, and returns what it reported. */
  async function end(): Promise<readonly string[]> {
    await served.close();
    return log;
  }

  return { ...served, api, headers, ask, createBook, grantUrl, books, end };
}

/** Sends raw text, and returns everything that the server sends until one side closes the connection. */
export function raw(url: string, text: string, hangUpAfterMs?: number): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let output = '';
    const socket = connect(Number(port), hostname, () => socket.write(text));
    if (hangUpAfterMs !== undefined) setTimeout(() => socket.destroy(), hangUpAfterMs);
    socket.on('data', (chunk) => {
      output += chunk.toString('latin1');
    });
    socket.on('close', () => {
      resolve(output);
    });
    socket.on('error', () => undefined);
  });
}
