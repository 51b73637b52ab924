/** Sends one request once and reads its response, or describes why none arrived. */
import type { OperationId } from '../../contract/operations.ts';
import { type Exchange, parseJson, type SentRequest } from '../../monitor/index.ts';
import { preciseNow, Unanswered } from '../evidence/index.ts';

interface NetworkFailure {
  /** The code of the system or of Node, such as `ECONNREFUSED`; empty if there is none. */
  readonly code: string;
  /** What happened, without a full stop: `127.0.0.1:80 refuses connections (ECONNREFUSED)`. */
  readonly message: string;
  /** What to check, as a sentence. */
  readonly advice: string;
}

interface Explanation {
  readonly codes: RegExp;
  readonly describe: (place: URL) => string;
  readonly advice: string;
}

const explanations: readonly Explanation[] = [
  {
    codes: /^ECONNREFUSED$/,
    describe: ({ host }) => `${host} refuses connections`,
    advice: 'Is the service running, and is the port right?',
  },
  {
    codes: /^(ENOTFOUND|EAI_\w+|ENODATA)$/,
    describe: ({ hostname }) => `no address is known for ${hostname}`,
    advice:
      'Check the spelling, and whether this machine needs a VPN or a proxy (--proxy) to see that name.',
  },
  {
    codes: /^(ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)|EPROTO)$/,
    describe: ({ host }) => `${host} does not speak https`,
    advice: 'If the port speaks http, use http:// in the address.',
  },
  {
    codes: /^HPE_/,
    describe: ({ host }) => `${host} does not speak http`,
    advice: 'If the port speaks https, use https:// in the address.',
  },
  {
    codes: /^(UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|CERT_UNTRUSTED)/,
    describe: ({ host }) =>
      `no authority that this machine trusts signed the certificate of ${host}`,
    advice: 'Name the file of your own authority with --ca.',
  },
  {
    codes: /CERT_HAS_EXPIRED|CERT_NOT_YET_VALID/,
    describe: ({ host }) => `the certificate of ${host} is not valid now`,
    advice: 'Renew it, or set the clock of this machine.',
  },
  {
    codes: /ALTNAME/,
    describe: ({ host }) => `the certificate of ${host} is for another name`,
    advice: 'Check the address.',
  },
  {
    codes: /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/,
    describe: ({ host }) => `${host} closed the connection without a response`,
    advice: 'Look into the logs of the service, and check whether http:// or https:// is right.',
  },
  {
    codes: /^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/,
    describe: ({ host }) => `${host} cannot be reached`,
    advice: 'Check the address and the port, and whether a firewall or a missing VPN blocks it.',
  },
];

const usualAdvice =
  'Check the address and the port, and whether something between here and there blocks it.';

/**
 * Explains an error of a connection.
 * @param url the address that was called
 */
export function explainNetworkFailure(error: unknown, url: string): NetworkFailure {
  const cause = findInnermostError(error);
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  const explanation = explanations.find(({ codes }) => codes.test(code));
  if (explanation === undefined) {
    const message = cause.message || code || 'the connection failed';
    return { code, message, advice: usualAdvice };
  }
  return {
    code,
    message: `${explanation.describe(new URL(url))} (${code})`,
    advice: explanation.advice,
  };
}

/** Fetch wraps the error of the system, and a host with several addresses has one error for each. */
function findInnermostError(error: unknown): Error {
  if (error instanceof AggregateError && error.errors.length > 0)
    return findInnermostError(error.errors[0]);
  if (!(error instanceof Error)) return new Error(String(error));
  return error.cause instanceof Error ? findInnermostError(error.cause) : error;
}

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
