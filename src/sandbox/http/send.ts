/**
 * Writes a response to a Node server, or converts it to a `Response`. Responses and log lines for failures of
 * the sandbox, such as a full disk or an unavailable database.
 */
import { STATUS_CODES } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { SandboxResponse } from '../present/index.ts';
import { readSentences, type TracedResponse } from './trace.ts';

export function send(
  nodeResponse: TracedResponse,
  response: SandboxResponse,
  extraHeaders: Readonly<Record<string, string>> = {},
): void {
  const { status, text, headers, breaks, coding, bodyMs } = response;
  if (nodeResponse.trace !== undefined) Object.assign(nodeResponse.trace, readSentences(response));
  if (breaks === 'by-reset') return void nodeResponse.socket?.resetAndDestroy();
  if (breaks === 'before-response') return void nodeResponse.destroy();
  // A response that has no body is cut off within its headers.
  if (breaks !== undefined && status === 204) return void nodeResponse.socket?.end('HTTP/1.1 204 ');
  // The request log gets the header with getHeader, which does not see headers that only writeHead gets.
  const requirement = headers['x-requirement'];
  if (requirement !== undefined) nodeResponse.setHeader('x-requirement', requirement);
  // A body that is cut off or sent slowly has at least one byte, so that there is something to wait for.
  const body = breaks === undefined && bodyMs === undefined ? text : text || ' ';
  const bytes = coding === 'gzip' ? gzipSync(body) : body;
  nodeResponse.writeHead(status, {
    ...headers,
    ...extraHeaders,
    ...(coding === 'gzip' && { 'content-encoding': 'gzip' }),
    // Without a length, Node sends the body in chunks.
    ...(status !== 204 && coding !== 'chunked' && { 'content-length': Buffer.byteLength(bytes) }),
  });
  if (breaks === 'within-body') {
    nodeResponse.flushHeaders();
    nodeResponse.write(body.slice(0, Math.floor(body.length / 2)), () => nodeResponse.destroy());
  } else if (bodyMs !== undefined) {
    nodeResponse.flushHeaders();
    Readable.from(sendSlowly(body, bodyMs)).pipe(nodeResponse);
  } else nodeResponse.end(bytes);
}

const slowPieces = 20;

/** In milliseconds. Many clients limit only the time between two pieces of a body. */
const longestPause = 2_000;

/** Yields a body in pieces with equal pauses, the first of which is before the first piece. */
async function* sendSlowly(body: string, milliseconds: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(body);
  const pieceLength = Math.ceil(bytes.length / Math.max(slowPieces, milliseconds / longestPause));
  const pieces = Math.ceil(bytes.length / pieceLength);
  for (let start = 0; start < bytes.length; start += pieceLength) {
    await pause(milliseconds / pieces);
    yield bytes.subarray(start, start + pieceLength);
  }
}

/** Returns a response as `fetch` would. Like `fetch`, throws if the connection breaks before the response. */
export function toResponse({ status, text, headers, breaks, bodyMs }: SandboxResponse): Response {
  if (breaks === 'before-response' || breaks === 'by-reset') {
    throw new TypeError('fetch failed: the connection was reset.');
  }
  if (breaks === undefined && bodyMs === undefined) {
    return new Response(text === '' ? null : text, { status, headers });
  }
  if (status === 204) throw new TypeError('fetch failed: the connection was closed.');
  const pieces = bodyMs === undefined ? breakOff(text) : sendSlowly(text, bodyMs);
  return new Response(toStream(pieces), { status, headers });
}

async function* breakOff(text: string): AsyncGenerator<string> {
  yield text.slice(0, Math.floor(text.length / 2));
  throw new TypeError('terminated: the connection was closed.');
}

export function toStream(pieces: AsyncIterable<string | Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]();
  return new ReadableStream({
    pull: async (controller) => {
      const next = await iterator.next();
      if (next.done === true) controller.close();
      else controller.enqueue(Buffer.from(next.value));
    },
  });
}

/** Codes of Node, SQLite and PostgreSQL for a full disk. */
const noSpaceCodes = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', '53100']);

/**
 * Returns the response to a failure of the sandbox: 503 if the store or the file storage does not respond, 507 for a full
 * disk, 500 otherwise.
 */
export function presentFailure(error: unknown, url: string): SandboxResponse {
  if (isUnavailable(error)) {
    const detail =
      'The store or the file storage does not respond. Your data may or may not have been stored.';
    const response = createProblem(503, detail, url);
    return { ...response, headers: { ...response.headers, 'retry-after': '1' } };
  }
  if (noSpaceCodes.has(getErrorCode(error))) {
    const detail = 'The sandbox has no disk space left. Nothing was stored; try again later.';
    return createProblem(507, detail, url);
  }
  const detail = 'The sandbox failed; its log says why.';
  return createProblem(500, detail, url);
}

/** Error codes of a database or file storage that stops, starts, has no free connection or cannot be reached. */
const unavailableCodes =
  /^(57P0[1-5]|08\w{3}|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|S3_FAILED|UND_ERR_\w+)$/;

/** Messages of the PostgreSQL driver when a connection ends; these errors have no code. */
const connectionMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // The name of the error with which an AbortSignal ends a request that takes too long.
  if (error.name === 'TimeoutError') return true;
  return unavailableCodes.test(getErrorCode(error)) || connectionMessages.test(error.message);
}

/** Returns one line for a failure of the disk, database or network, and the stack for any other error. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = getErrorCode(error);
  return code === '' ? (error.stack ?? error.message) : `${code}: ${error.message}`;
}

function getErrorCode(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.cause === undefined ? '' : getErrorCode(error.cause);
}

function createProblem(status: number, detail: string, url: string): SandboxResponse {
  const instance = URL.canParse(url) ? new URL(url).pathname : url;
  const title = STATUS_CODES[status];
  const body = { title, status, detail, instance, invalidParams: [] };
  const headers = { 'content-type': 'application/problem+json' };
  return { status, text: JSON.stringify(body), headers };
}
