/** Sends one request once, and reads its response. */
import type { OperationId } from '../../contract/operations.ts';
import { type Exchange, parseJson, type SentRequest } from '../../monitor/index.ts';
import { preciseNow, Unanswered } from '../evidence/index.ts';
import { explainNetworkFailure } from './network-failure.ts';

/** A request that is ready to be sent. Only the network gets its secrets. */
export interface OutgoingRequest {
  readonly operation: OperationId | undefined;
  /** The request as its exchanges show it, without secrets. */
  readonly sent: SentRequest;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string | Uint8Array | undefined;
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
): Promise<Pick<Exchange, 'sentAt' | 'answeredAt' | 'response'>> {
  const { network, timeout, signal } = options;
  const { method, path } = request.sent;
  const sentAt = preciseNow();
  const attemptEnd = new AbortController();
  const stop = (): void => attemptEnd.abort();
  const timer = setTimeout(stop, timeout);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    const response = await network(request.url, {
      method,
      headers: request.headers,
      redirect: 'manual',
      signal: attemptEnd.signal,
      ...(request.body === undefined ? {} : { body: toFetchBody(request.body) }),
    });
    const text = await response.text();
    const answeredAt = preciseNow();
    const { status, headers } = response;
    const received = { status, headers: Object.fromEntries(headers), text, body: parseJson(text) };
    return { sentAt, answeredAt, response: received };
  } catch (error) {
    const call = `${method} ${path}`;
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
