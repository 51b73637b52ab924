/** Sends one request once. */
import { preciseNow, Unanswered } from '../evidence/index.ts';
import { explainNetworkFailure } from './network-failure.ts';
import type { OutgoingRequest, RawResponse } from './record-exchange.ts';

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

export interface Transmission {
  readonly network: Network;
  /** Milliseconds to wait for the whole response. */
  readonly timeout: number;
  readonly signal: AbortSignal;
}

/**
 * Sends a request and reads the whole response.
 * @throws Unanswered when no response arrives
 */
export async function transmit(
  outgoing: OutgoingRequest,
  { network, timeout, signal }: Transmission,
): Promise<RawResponse> {
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
      ...(outgoing.body === undefined ? {} : { body: sendable(outgoing.body) }),
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
    const { code, says, advice } = explainNetworkFailure(error, outgoing.url);
    throw new Unanswered(`${call}: ${says}`, { code, explanation: `${says}. ${advice}` });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

/** Fetch wants bytes that own their buffer. */
function sendable(body: string | Uint8Array): string | Uint8Array<ArrayBuffer> {
  return typeof body === 'string' ? body : new Uint8Array(body);
}
