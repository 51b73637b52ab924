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
  outgoing: OutgoingRequest,
  response: RawResponse,
): Exchange {
  const mediaType = (response.headers['content-type'] ?? '').split(';')[0] ?? '';
  return {
    number,
    operation: outgoing.operation,
    request: recordRequest(outgoing),
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
export function recordRequest(outgoing: OutgoingRequest): SentRequest {
  return {
    method: outgoing.method,
    url: outgoing.operation === 'putFile' ? maskUrl(outgoing.url) : outgoing.url,
    path: outgoing.path,
    headers: maskHeaders(outgoing.headers),
    body: outgoing.recordedBody,
    key: outgoing.key,
    ...describeBytes(outgoing.body),
    ...(outgoing.operation === 'putFile' && { urlDigest: digestUrl(outgoing.url) }),
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
  outgoing: OutgoingRequest,
  options: { readonly network: Network; readonly timeout: number; readonly signal: AbortSignal },
): Promise<RawResponse> {
  const { network, timeout, signal } = options;
  const sentAt = preciseNow();
  const started = performance.now();
  const limit = new AbortController();
  const stop = (): void => limit.abort();
  const timer = setTimeout(stop, timeout);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    const response = await network(outgoing.url, {
      method: outgoing.method,
      headers: outgoing.headers,
      redirect: 'manual',
      signal: limit.signal,
      ...(outgoing.body === undefined ? {} : { body: toFetchBody(outgoing.body) }),
    });
    const text = await response.text();
    const headers = Object.fromEntries(response.headers);
    const took = performance.now() - started;
    return { status: response.status, headers, text, sentAt, took };
  } catch (error) {
    const call = `${outgoing.method} ${outgoing.path}`;
    if (signal.aborted) throw new Unanswered(`${call}: interrupted`);
    if (limit.signal.aborted) {
      throw new Unanswered(`${call}: no response within ${timeout / 1000} s`);
    }
    const { code, message, advice } = explainNetworkFailure(error, outgoing.url);
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
