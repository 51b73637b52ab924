/** Sends a file by Node's own http, which takes less time and memory for it than its `fetch`. */
import { isObject } from './json-object.ts';
import { builtin, type NodeHttpAnswer, type NodeHttpRequest } from './upload-builtin.ts';
import { checkedPieces, sizedHeaders } from './upload-body-streamed.ts';
import type { Put } from './upload-way.ts';
import { streamFrom } from './upload-stream.ts';

/**
 * Node says when it has done with a piece, so that two buffers do for a file of any size. Only what stands in for
 * the network in a test keeps pieces, and none keeps so many bytes.
 */
const tooMuchToKeep = 2 ** 26;

/** Node's http follows no redirect, keeps no cookies and knows nothing of the key. */
export const overHttp: Put = async (body, { url, signal, fault, counted }) => {
  const to = new URL(url);
  const http = builtin(to.protocol === 'https:' ? 'node:https' : 'node:http');
  if (http === undefined) throw new TypeError('There is no node:http here.');
  const request = http.request(to, { method: 'PUT', headers: sizedHeaders(body), signal });
  counted();
  return new Promise((resolve, reject) => {
    let refused = false;
    request.on('error', reject);
    request.on('response', (answer) => {
      refused = !succeeded(answer);
      void responseOf(answer).then(resolve, reject);
    });
    const pieces = checkedPieces(body, { fault, reuse: body.source.size > tooMuchToKeep });
    write(request, pieces, () => refused).catch((error: unknown) => {
      reject(error);
      request.destroy();
    });
  });
};

/** Node's own dispatcher, and what newer versions show of it to older copies of undici. */
const own = new Set(['Agent', 'Dispatcher1Wrapper']);

/** Node's `fetch` goes by a dispatcher that programs may replace, and all copies of undici look for it here. */
export function goesStraight(): boolean {
  return Object.getOwnPropertySymbols(globalThis)
    .filter(({ description }) => description?.startsWith('undici.globalDispatcher'))
    .every((symbol) => {
      const dispatcher: unknown = Reflect.get(globalThis, symbol);
      return !isObject(dispatcher) || own.has(dispatcher.constructor.name);
    });
}

/** Until the last piece, or until the storage says no. */
async function write(
  request: NodeHttpRequest,
  pieces: AsyncIterable<Uint8Array>,
  refused: () => boolean,
): Promise<void> {
  for await (const piece of pieces) {
    if (refused()) return;
    await taken(request, piece);
  }
  request.end();
}

/** Resolves once the network has the piece; a request that ends before forgets whoever waits for that. */
async function taken(request: NodeHttpRequest, piece: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    const closed = (): void => reject(new Error('the request has ended'));
    request.on('close', closed);
    request.write(piece, (error) => {
      request.off('close', closed);
      if (error) reject(error);
      else resolve();
    });
  });
}

const succeeded = ({ statusCode }: NodeHttpAnswer): boolean =>
  statusCode >= 200 && statusCode < 300;

/** As `fetch` would give it. A success is read to its end first, so that its connection serves the next file. */
async function responseOf(answer: NodeHttpAnswer): Promise<Response> {
  const { statusCode: status, headers } = answer;
  if (succeeded(answer)) {
    await new Promise<void>((resolve) => {
      answer.on('close', resolve);
      answer.resume();
    });
    return new Response(null, { status });
  }
  const told = Object.entries(headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  const body = status < 400 ? null : streamFrom(answer);
  return new Response(body, { status, headers: told });
}
