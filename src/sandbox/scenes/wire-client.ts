/** Serves a sandbox on ports and sends requests to it, for tests. */
import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { valueAt, newBook } from './test-client.ts';
import { serveSandbox, type ServeOptions } from '../server/index.ts';
import { checkResponses } from './check-responses.ts';

export type WireClient = Awaited<ReturnType<typeof createWireClient>>;

const headers = { apikey: 'sandbox-key', 'content-type': 'application/json' };

/** Serves a sandbox, and returns functions that send it requests with the key and, by default, a JSON content type. */
export async function createWireClient(options: ServeOptions = {}) {
  const log: string[] = [];
  const report = (line: string) => log.push(line);
  const faults = [...(options.faults ?? []), checkResponses(report)];
  const server = await serveSandbox({ report, ...options, faults });
  const { url, sandbox } = server;
  const api = (path: string) => `${url}/v2/distribution${path}`;

  async function sendRequest(method: string, path: string, ...[body, type]: string[]) {
    const response = await fetch(api(path), {
      method,
      headers: { ...headers, ...(type === undefined ? {} : { 'content-type': type }) },
      ...(body === undefined ? {} : { body }),
    });
    return readResponse(response);
  }

  async function createBook(changes: object = {}): Promise<string> {
    const { body } = await sendRequest('POST', '/books', JSON.stringify(newBook('ebook', changes)));
    return String(valueAt(body, 'data.id'));
  }

  async function grantUrl(bytes: Uint8Array | string): Promise<string> {
    const id = await createBook();
    const descriptors = JSON.stringify([describeFile(bytes)]);
    const { body } = await sendRequest('POST', `/books/${id}/upload`, descriptors);
    return String(valueAt(body, 'data.0.attributes.url'));
  }

  const countBooks = async () => (await sandbox.books()).length;

  /** Closes the sandbox and returns what it reported. */
  async function closeAndReport(): Promise<readonly string[]> {
    await server.close();
    return log;
  }

  const requests = { sendRequest, createBook, grantUrl, countBooks };
  return { ...server, ...requests, api, headers, closeAndReport };
}

function describeFile(bytes: Uint8Array | string) {
  const hashSha256 = createHash('sha256').update(bytes).digest('hex');
  return { referenceId: 'a', role: 'ebook_content', filename: 'a', hashSha256 };
}

async function readResponse(response: Response) {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true && text !== '';
  const body: unknown = isJson ? JSON.parse(text) : undefined;
  return { status: response.status, text, body, headers: response.headers };
}

/** Sends text as it is, and returns everything that the server sends until the connection closes. */
export function sendRawText(url: string, text: string, hangUpAfterMs?: number): Promise<string> {
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
