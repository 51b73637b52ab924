/** Sends one request once, and turns it and its response into the record that verdicts rest on. */
import { createHash } from 'node:crypto';
import type { OperationId } from '../../contract/operations.ts';
import {
  type Exchange,
  digestUrl,
  maskHeaders,
  maskUrl,
  type SentRequest,
  preciseNow,
  Unanswered,
} from '../evidence/index.ts';
import { explainNetworkFailure } from './network-failure.ts';

/** A request that is ready to be sent. */
export interface OutgoingRequest {
  readonly method: string;
  readonly url: string;
  readonly path: string;
  readonly operation: OperationId | undefined;
  readonly headers: Record<string, string>;
  readonly body: string | Uint8Array | undefined;
  readonly recordedBody: unknown;
  readonly key: SentRequest['key'];
}

/** A response before it is parsed. */
interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly sentAt: number;
  readonly took: number;
}

/** Records one exchange, with secrets masked. */
export function recordExchange(
  number: number,
  request: OutgoingRequest,
  response: RawResponse,
): Exchange {
  const mediaType = (response.headers['content-type'] ?? '').split(';')[0] ?? '';
  return {
    number,
    operation: request.operation,
    request: recordRequest(request),
    status: response.status,
    headers: response.headers,
    mediaType: mediaType.trim().toLowerCase(),
    text: response.text,
    body: parseJson(response.text),
    sentAt: response.sentAt,
    took: response.took,
  };
}

/** Records a request, with secrets masked. */
export function recordRequest(request: OutgoingRequest): SentRequest {
  return {
    method: request.method,
    url: request.operation === 'putFile' ? maskUrl(request.url) : request.url,
    path: request.path,
    headers: maskHeaders(request.headers),
    body: request.recordedBody,
    key: request.key,
    ...describeBytes(request.body),
    ...(request.operation === 'putFile' && { urlDigest: digestUrl(request.url) }),
  };
}

/** Sample files are far smaller; what is larger could not be written into a script anyway. */
const maxRecordedBytes = 4096;

function describeBytes(
  body: OutgoingRequest['body'],
): Pick<SentRequest, 'bytes' | 'sha256' | 'beginning'> {
  if (!(body instanceof Uint8Array)) return {};
  const sha256 = createHash('sha256').update(body).digest('hex');
  const beginning = Buffer.from(body.subarray(0, 64)).toString('base64');
  return { sha256, beginning, ...(body.length <= maxRecordedBytes && { bytes: body }) };
}

function parseJson(text: string): unknown {
  if (text === '') return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** Sends requests: fetch, or a service in this process. */
export type Network = (
  url: string,
  request: {
    readonly method: string;
    readonly headers: Record<string, string>;
    readonly redirect: 'manual';
    readonly signal: AbortSignal;
    readonly body?: string | Uint8Array<ArrayBuffer>;
  },
) => Promise<{
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Iterable<readonly [name: string, value: string]>;
  readonly text: () => Promise<string>;
}>;

/**
 * Sends a request and reads the whole response.
 * @param options with the milliseconds to wait for the whole response
 * @throws Unanswered when no response arrives
 */
export async function transmit(
  request: OutgoingRequest,
  options: { readonly network: Network; readonly timeout: number; readonly signal: AbortSignal },
): Promise<RawResponse> {
  const { network, timeout, signal } = options;
  const sentAt = preciseNow();
  const startTime = performance.now();
  const attemptEnd = new AbortController();
  const stop = (): void => attemptEnd.abort();
  const timer = setTimeout(stop, timeout);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    const response = await network(request.url, {
      method: request.method,
      headers: request.headers,
      redirect: 'manual',
      signal: attemptEnd.signal,
      ...(request.body === undefined ? {} : { body: toFetchBody(request.body) }),
    });
    const text = await response.text();
    const headers = Object.fromEntries(response.headers);
    const took = performance.now() - startTime;
    return { status: response.status, headers, text, sentAt, took };
  } catch (error) {
    const call = `${request.method} ${request.path}`;
    if (signal.aborted) throw new Unanswered(`${call}: interrupted`);
    if (attemptEnd.signal.aborted) {
      throw new Unanswered(`${call}: no response within ${timeout / 1000} s`);
    }
    const { code, message, advice } = explainNetworkFailure(error, request.url);
    throw new Unanswered(`${call}: ${message}`, { code, explanation: `${message}. ${advice}` });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

/** Fetch wants bytes that own their buffer. */
function toFetchBody(body: string | Uint8Array): string | Uint8Array<ArrayBuffer> {
  return typeof body === 'string' ? body : new Uint8Array(body);
}
