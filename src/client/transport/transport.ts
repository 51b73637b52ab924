/** The `fetch` of openapi-fetch: adds the key, enforces limits, retries, reports, and explains failed connections. */
import { NetworkError, isDistributionError, type DistributionError } from '../errors/index.ts';
import { asObject, isObject, type JsonObject } from '../json.ts';
import {
  type Mask,
  createResponseError,
  maxBodyBytes,
  maxRefusalBytes,
  makeReadable,
  readRetryAfter,
  readText,
} from '../responses/index.ts';
import type { ActiveCall } from './call.ts';
import { mayRepeat, refillBudget, retry, type AttemptEnd, type RetryContext } from './retry.ts';
import type { ReportRequest } from './hooks.ts';
import { type Limiter, waitWithin } from './waiting.ts';
import type { PlannedRequest } from './raw-client.ts';

/** The codes of failures before the first byte: no address, no connection, no TLS, no trusted certificate, an invalid URL. */
const unsentCodes =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_(CONNECT_|PRX_)|ConnectionRefused|FailedToOpen|UNABLE_TO|ERR_INVALID_|ERR_SSL_(WRONG_VERSION|PACKET|.*ALERT)|.*CERT)/;

/** The messages of such failures without a code: in Deno, for a blocked port, in a TLS handshake, and of undici's proxy. */
const unsentWords = /client error \(Connect\)|^bad port$|before secure TLS|^Proxy response/;

/**
 * Creates the error for a failed connection. If it is unknown whether the request was sent, it counts as sent.
 * @param thrown the value that `fetch` rejected with, which may contain secrets
 */
export function createNetworkError(
  { operation, attempts, hasResponse }: Pick<ActiveCall, 'operation' | 'attempts' | 'hasResponse'>,
  thrown: unknown,
  mask: Mask,
): NetworkError {
  const chain = readChain(thrown);
  const coded = chain.findLast((link) => typeof link['code'] === 'string');
  const code = coded && mask(String(coded['code']));
  const cause = maskError(chain.at(-1), mask);
  const facts = { operation, attempts, cause, code };
  const sent = hasResponse || !chain.some(wasNeverSent);
  // The only cause is a custom fetch that does not take a Request of the global class.
  const isUnusable = code === 'ERR_INVALID_URL';
  const retryable = !isUnusable && mayRepeat(operation, { status: undefined, sent });
  const suffix = code === undefined ? '' : ` (${code})`;
  const advice = isUnusable
    ? 'A custom fetch may need its Request class'
    : 'Check baseUrl and the network';
  const message = sent
    ? `${operation} was sent, but its response was lost${suffix}.`
    : `${operation} never reached the service${suffix}. ${advice}.`;
  return new NetworkError(message, { ...facts, sent, retryable });
}

function readChain(thrown: unknown): readonly JsonObject[] {
  const chain: JsonObject[] = [];
  let link = thrown;
  while (isObject(link) && !chain.includes(link)) {
    chain.push(link);
    link = link['cause'];
  }
  return chain;
}

function wasNeverSent(link: JsonObject): boolean {
  const { code, syscall, errors, message } = link;
  // Several addresses were tried. The request was never sent if none of them was reached.
  if (Array.isArray(errors) && errors.length > 0) {
    return errors.every((error) => wasNeverSent(asObject(error)));
  }
  if (syscall === 'connect' || syscall === 'getaddrinfo') return true;
  if (typeof code === 'string' && unsentCodes.test(code)) return true;
  return typeof message === 'string' && unsentWords.test(message);
}

function maskError(error: JsonObject | undefined, mask: Mask): Error | undefined {
  if (error === undefined) return undefined;
  const { message, stack = message } = error;
  return Object.assign(new Error(mask(String(message))), { stack: mask(String(stack)) });
}

/** Sends one request and returns its response: the global fetch, one with a proxy, or a service in the same process. */
export type Fetch = (request: Request) => Response | Promise<Response>;

export interface TransportDependencies extends RetryContext {
  readonly address: string;
  readonly apiKey: string;
  readonly mask: Mask;
  readonly fetch?: Fetch | undefined;
  /** The class of the requests that `fetch` accepts; the global one by default. */
  readonly Request?: typeof Request | undefined;
  readonly report: ReportRequest | undefined;
  readonly limiter: Limiter | undefined;
}

type Transport = (request: PlannedRequest, call: ActiveCall) => Promise<Response>;

export function createTransport(dependencies: TransportDependencies): Transport {
  const { address, apiKey, limiter, time } = dependencies;
  return async (request, call) => {
    const { method } = request;
    const url = new URL(request.url).href;
    // A raw call may have another `baseUrl`, which must not get the key.
    if (!url.startsWith(`${address}/`)) {
      const received = `received ${url.replace(/[?#].*/s, '')}. Nothing was sent.`;
      throw new TypeError(`A call must stay below ${address}; ${received}`);
    }
    // The body is kept as text, so that each attempt can send it.
    const body = (method === 'GET' ? '' : await request.text()) || null;
    // Middleware may keep the headers of its Request, so the key is added to a copy.
    const headers = new Headers(request.headers);
    headers.set('apikey', apiKey);
    const plan = { method, url, headers, body, redirect: 'manual' } as const;
    const attempt = () => attemptOnce(dependencies, call, plan);
    const attemptInTurn =
      limiter &&
      (async () => {
        call.isSent = false;
        const entry = limiter.enter();
        const release = await waitWithin(time, call, { work: () => entry }).catch((error) => {
          // This call has ended, so its place goes to the next one in the queue.
          void entry.then((releaseUnused) => releaseUnused());
          throw error;
        });
        return attempt().finally(release);
      });
    return retry(dependencies, call, attemptInTurn ?? attempt);
  };
}

interface RequestPlan extends RequestInit {
  readonly method: string;
  readonly url: string;
}

/** Makes one attempt within the limits of its call, even if `fetch` ignores its signal, and reports it. */
async function attemptOnce(
  dependencies: TransportDependencies,
  call: ActiveCall,
  plan: RequestPlan,
): Promise<AttemptEnd<Response>> {
  const { time, mask, budget } = dependencies;
  const { operation, timeoutMs } = call;
  const { method, url } = plan;
  const report = dependencies.report?.({ operation, method, url, attempt: call.attempts + 1 });
  const stop = new AbortController();
  const work = () => sendAndRead(dependencies, call, { ...plan, signal: stop.signal });
  let response: Response | undefined;
  let error: DistributionError | undefined;
  try {
    response = await waitWithin(time, call, { work, timeoutMs });
    if (response.ok) {
      report?.({ response });
      refillBudget(budget);
      return { result: response };
    }
  } catch (thrown) {
    stop.abort();
    error = isDistributionError(thrown) ? thrown : createNetworkError(call, thrown, mask);
  }
  const outcome = { status: response?.status, sent: true };
  return {
    repeatable: error === undefined ? mayRepeat(operation, outcome) : error.retryable,
    waitMs: response && readRetryAfter(response.headers, time.now()),
    report: (retryInMs) => report?.({ response, error, retryInMs }),
    giveUp: () => {
      if (response === undefined) throw error;
      return response;
    },
  };
}

/**
 * Sends a request, and reads the body of its response up to a limit.
 * @throws UnexpectedResponseError for a success that is too large
 */
async function sendAndRead(
  { fetch, mask, time, Request = globalThis.Request }: TransportDependencies,
  call: ActiveCall,
  plan: RequestPlan,
): Promise<Response> {
  call.attempts += 1;
  call.isSent = true;
  call.hasResponse = false;
  // The global fetch creates a Request itself, and a second one would cost as much as the rest of this function.
  const response = await (fetch === undefined
    ? globalThis.fetch(plan.url, plan)
    : fetch(new Request(plan.url, plan)));
  call.hasResponse = true;
  const limit = response.ok ? maxBodyBytes : maxRefusalBytes;
  const { text, isTruncated } = await readText(response, limit);
  makeReadable(response, text);
  call.isTruncated = isTruncated;
  if (!response.ok || !isTruncated) return response;
  const expected = `at most ${maxBodyBytes / 2 ** 20} MiB of JSON`;
  throw createResponseError({ ...call, response, mask, body: text, expected, now: time.now() });
}
