/** The `fetch` beneath openapi-fetch: it adds the key, keeps time, repeats what is safe, and reports. */
import type { KeyedOperation } from '../contract.ts';
import {
  describeOrigin,
  isDistributionError,
  isNetworkError,
  readHeaders,
  UnexpectedResponseError,
  type DistributionError,
  type Mask,
} from '../errors/index.ts';
import {
  attemptOnce,
  waitWithin,
  type AttemptResult,
  type Owner as AnyOwner,
  largestBody,
  makeReadable,
  createNetworkError,
  type Limiter,
  readRetryAfter,
  isUnclear,
  mayRepeat,
  retry,
  type AttemptEnd,
  type RetryMeans,
} from '../requests/index.ts';
import type { Report } from './hooks.ts';
import type { PlannedRequest } from './raw-client.ts';

/** The call of a request that takes the key. */
interface Owner extends AnyOwner {
  readonly operation: KeyedOperation;
}

/** Sends one request and returns its response: the global fetch, a proxy's, or a service in the same process. */
export type Fetch = (request: Request) => Response | Promise<Response>;

export interface TransportMeans extends RetryMeans {
  /** The prefix of every call, without a slash at the end. */
  readonly address: string;
  readonly apiKey: string;
  /** Replaces the global fetch. */
  readonly fetch: Fetch | undefined;
  /** The class of the requests that `fetch` takes; the global one by default. */
  readonly Request: typeof Request | undefined;
  readonly mask: Mask;
  readonly report: Report | undefined;
  readonly limiter: Limiter;
}

/** Sends a request of a call. Resolves with any response; rejects with a DistributionError when there is none. */
export type Transport = (request: PlannedRequest, owner: Owner) => Promise<Response>;

export function createTransport(means: TransportMeans): Transport {
  return async (request, owner) => {
    checkAddress(means.address, request);
    const send = await createSender(means, request);
    return retry(means, owner, async () => {
      const leave = means.limiter.tryEnter() ?? (await waitForPlace(means, owner));
      try {
        return await sendOnce(means, owner, { request, send });
      } finally {
        leave();
      }
    });
  };
}

/** @throws TimeoutError at the deadline of the call, AbortedError when its signal aborts */
async function waitForPlace({ limiter, time }: TransportMeans, owner: Owner): Promise<() => void> {
  const { entered, cancel } = limiter.enter();
  return waitWithin(time, owner, entered).catch((error: unknown) => {
    // A place that becomes free after the call has ended goes to the next one.
    cancel();
    void entered.then((leave) => leave());
    throw error;
  });
}

/** A single call may name another `baseUrl`, where the key must not go. */
function checkAddress(address: string, { url }: PlannedRequest): void {
  if (url.startsWith(`${address}/`)) return;
  const { origin, pathname } = new URL(url);
  throw new TypeError(
    `A call must stay below ${address}; received ${origin}${pathname}. Nothing was sent.`,
  );
}

type Send = (signal: AbortSignal) => Response | Promise<Response>;

/** The body is kept as text, so that each attempt has one of its own. Redirects are responses here. */
async function createSender(means: TransportMeans, request: PlannedRequest): Promise<Send> {
  const { apiKey, fetch, Request: Class = Request } = means;
  const { method, url } = request;
  const text = method === 'GET' ? '' : await request.text();
  const body = text === '' ? null : text;
  const headers = { ...Object.fromEntries(request.headers), apikey: apiKey };
  return (signal) => {
    const init = { method, headers, body, signal, redirect: 'manual' } as const;
    // The global fetch makes a request of its own, and a second one would cost as much as the rest of this.
    return fetch === undefined ? globalThis.fetch(url, init) : fetch(new Class(url, init));
  };
}

interface Sending {
  readonly request: PlannedRequest;
  readonly send: Send;
}

async function sendOnce(
  means: TransportMeans,
  owner: Owner,
  { request, send }: Sending,
): Promise<AttemptEnd<Response>> {
  const { time, budget } = means;
  const { operation, trace } = owner;
  const finish = reportStart(means, owner, request);
  const result = await attemptOnce(time, owner, send).catch(keepError);
  const response = 'response' in result ? makeReadable(result.response, result.text) : undefined;
  trace.truncated = 'truncated' in result && result.truncated;
  const error = findError(means, owner, result);
  if (error === undefined && response?.ok === true) {
    finish(response, error)(undefined);
    budget.refill();
    return { result: response };
  }
  const sent = isNetworkError(error) ? error.sent : true;
  const outcome = { status: response?.status, sent };
  if (isUnclear(outcome)) trace.unclear = true;
  return {
    repeatable: error === undefined ? mayRepeat(operation, outcome) : error.retryable,
    waitMs: response && readRetryAfter(response.headers, time.now()),
    report: finish(response, error),
    giveUp: () => {
      if (error !== undefined || response === undefined) throw error;
      return response;
    },
  };
}

/** Reports the start of a request; the function it returns makes the one that reports its end. */
function reportStart(
  { time, report, mask }: TransportMeans,
  owner: Owner,
  request: PlannedRequest,
) {
  const startedAt = time.now();
  const { method } = request;
  const { operation, trace } = owner;
  const url = report && mask(request.url.replace(/\?.*/s, ''));
  const end = url && report({ operation, method, url, attempt: trace.attempts + 1 });
  return (response: Response | undefined, error: DistributionError | undefined) =>
    (retryInMs: number | undefined): void => {
      if (typeof end !== 'function') return;
      const headers = response === undefined ? {} : readHeaders(response.headers, mask);
      const durationMs = time.now() - startedAt;
      end({ durationMs, status: response?.status, headers, error, retryInMs });
    };
}

interface Rejected {
  readonly error: DistributionError;
}

function keepError(error: unknown): Rejected {
  if (isDistributionError(error)) return { error };
  throw error;
}

/** Returns the error of an attempt that has no response to give, or only a part of one. */
function findError(
  { mask }: TransportMeans,
  { operation, trace }: Owner,
  result: AttemptResult | Rejected,
): DistributionError | undefined {
  const { attempts } = trace;
  if ('error' in result) return result.error;
  if ('thrown' in result) return createNetworkError({ operation, attempts, ...result }, mask);
  const { response, truncated } = result;
  if (!response.ok || !truncated) return undefined;
  return new UnexpectedResponseError({
    ...describeOrigin({ operation, attempts, response, mask }),
    expected: `at most ${largestBody / 2 ** 20} MiB of JSON`,
    received: 'a larger body, which was not read to its end',
  });
}
