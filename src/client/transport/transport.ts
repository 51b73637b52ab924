/** The `fetch` beneath openapi-fetch: it adds the key, keeps time, repeats what is safe, and reports. */
import type { DistributionError } from '../errors/index.ts';
import {
  attemptOnce,
  mayRepeat,
  retry,
  waitWithin,
  type AttemptEnd,
  type AttemptMeans,
  type Call,
  type Limiter,
  type RetryMeans,
  type Time,
} from '../requests/index.ts';
import { readHeaders, readRetryAfter } from '../responses/index.ts';
import type { Report } from './hooks.ts';
import type { PlannedRequest } from './raw-client.ts';

/** Sends one request and returns its response: the global fetch, a proxy's, or a service in the same process. */
export type Fetch = (request: Request) => Response | Promise<Response>;

export interface TransportMeans extends RetryMeans, AttemptMeans {
  /** The prefix of every call, without a slash at the end. */
  readonly address: string;
  readonly apiKey: string;
  /** Replaces the global fetch. */
  readonly fetch: Fetch | undefined;
  /** The class of the requests that `fetch` takes; the global one by default. */
  readonly Request: typeof Request | undefined;
  readonly report: Report | undefined;
  /** Undefined without a limit. */
  readonly limiter: Limiter | undefined;
}

/** Sends a request of a call. Resolves with any response; rejects with a DistributionError when there is none. */
export type Transport = (request: PlannedRequest, call: Call) => Promise<Response>;

export function createTransport(means: TransportMeans): Transport {
  const { address, limiter, time } = means;
  return async (request, call) => {
    checkAddress(address, request);
    const body = request.method === 'GET' ? '' : await request.text();
    const send = createSender(means, request, body);
    const attempt = () => sendOnce(means, call, { request, send });
    if (limiter === undefined) return retry(means, call, attempt);
    return retry(means, call, async () => {
      const leave = await takePlace(limiter, time, call);
      return attempt().finally(leave);
    });
  };
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
function createSender(means: TransportMeans, request: PlannedRequest, text: string): Send {
  const { apiKey, fetch, Request: Class = Request } = means;
  const { method, url } = request;
  const body = text === '' ? null : text;
  const headers = new Headers(request.headers);
  headers.set('apikey', apiKey);
  return (signal) => {
    const init = { method, headers, body, signal, redirect: 'manual' } as const;
    // The global fetch makes a request of its own, and a second one would cost as much as the rest of this.
    return fetch === undefined ? globalThis.fetch(url, init) : fetch(new Class(url, init));
  };
}

/** @throws TimeoutError at the deadline of the call, AbortedError when its signal aborts */
async function takePlace(limiter: Limiter, time: Time, call: Call): Promise<() => void> {
  const entering = limiter.enter();
  try {
    return await waitWithin(time, call, { work: async () => entering, timeoutMs: Infinity });
  } catch (error) {
    // A place that becomes free after the call has ended goes to the next one.
    void entering.then((leave) => leave());
    throw error;
  }
}

/** Reports the start of a request. The function it returns reports its end; undefined without hooks. */
function reportStart({ report, mask, time }: TransportMeans, call: Call, request: PlannedRequest) {
  if (report === undefined) return undefined;
  const { operation, attempts } = call;
  const startedAt = time.now();
  const url = mask(request.url.replace(/\?.*/s, ''));
  const end = report({ operation, method: request.method, url, attempt: attempts + 1 });
  return (retryInMs: number | undefined, response?: Response, error?: DistributionError): void => {
    const headers = response === undefined ? {} : readHeaders(response.headers, mask);
    const durationMs = time.now() - startedAt;
    end({ durationMs, status: response?.status, headers, error, retryInMs });
  };
}

interface Sending {
  readonly request: PlannedRequest;
  readonly send: Send;
}

async function sendOnce(
  means: TransportMeans,
  call: Call,
  { request, send }: Sending,
): Promise<AttemptEnd<Response>> {
  const { time } = means;
  const { operation } = call;
  const report = reportStart(means, call, request);
  const { response, error } = await attemptOnce(means, call, send);
  if (error === undefined && response.ok) {
    report?.(undefined, response);
    means.budget.refill();
    return { result: response };
  }
  const refused = { status: response?.status, sent: true };
  return {
    repeatable: error === undefined ? mayRepeat(operation, refused) : error.retryable,
    waitMs: response && readRetryAfter(response.headers, time.now()),
    report: report && ((retryInMs) => report(retryInMs, response, error)),
    giveUp: () => {
      if (error !== undefined) throw error;
      return response;
    },
  };
}
