/** Reports requests to logs and traces, without secrets. */
import type { KeyedOperation } from '../contract.ts';
import type { DistributionError } from '../errors/index.ts';
import { readHarmlessHeaders, type Mask } from '../responses/index.ts';
import type { Time } from './waiting.ts';

export interface RequestStart {
  readonly operation: KeyedOperation;
  readonly method: string;
  /** The URL without its query. */
  readonly url: string;
  /** The number of the request within its call, from 1. */
  readonly attempt: number;
}

export interface RequestEnd {
  readonly durationMs: number;
  /** The status of the response; undefined if no complete response was received. */
  readonly status: number | undefined;
  /** The response headers that are known to be harmless, with lowercase names and masked values. */
  readonly headers: Readonly<Record<string, string>>;
  readonly error: DistributionError | undefined;
  /** The milliseconds until the next attempt; undefined if there is none. */
  readonly retryInMs: number | undefined;
}

export type OnEnd = (end: RequestEnd) => unknown;

/**
 * Called before each request. If it returns a function, that function is called after the request. Errors of the two are
 * ignored, because a hook must not break a call.
 * @example
 * const onRequest: OnRequest = ({ operation, attempt }) => ({ status, durationMs }) => {
 *   console.log(operation, attempt, status, durationMs);
 * };
 */
export type OnRequest = (request: RequestStart) => OnEnd | void | Promise<unknown>;

/** The methods of `console` that the client calls. */
export interface Logger {
  readonly debug: (message: string) => unknown;
  readonly warn: (message: string) => unknown;
}

/** The result of a request, before it is masked. */
interface RequestResult extends Partial<Pick<RequestEnd, 'error' | 'retryInMs'>> {
  readonly response?: Response | undefined;
}

/** Reports the start of a request, and returns the function that reports its end. */
export type ReportRequest = (request: RequestStart) => (end: RequestResult) => void;

/** Creates the function that reports requests to the hook and the logger; undefined if there is neither. */
export function createReport(
  { onRequest, logger }: { onRequest?: OnRequest | undefined; logger?: Logger | undefined },
  { mask, time }: { readonly mask: Mask; readonly time: Time },
): ReportRequest | undefined {
  const hooks = [onRequest, logger && createLogHook(logger)].filter((hook) => hook !== undefined);
  if (hooks.length === 0) return undefined;
  return (request) => {
    const startedAt = time.monotonic();
    const url = mask(request.url.replace(/\?.*/s, ''));
    // Each hook gets objects of its own, so that none can change what another one sees.
    const onEnds = hooks.map((hook) => ignoreErrors(() => hook({ ...request, url })));
    return ({ response, error, retryInMs }) => {
      const durationMs = time.monotonic() - startedAt;
      for (const onEnd of onEnds) {
        if (typeof onEnd !== 'function') continue;
        const headers = response === undefined ? {} : readHarmlessHeaders(response.headers, mask);
        const end = { durationMs, status: response?.status, headers, error, retryInMs };
        ignoreErrors(() => onEnd(end));
      }
    };
  };
}

/** Creates a hook that logs one line per request: with `warn` if it failed, otherwise with `debug`. */
function createLogHook(logger: Logger): OnRequest {
  return ({ operation, method, url, attempt }) =>
    ({ status, durationMs, error, retryInMs, headers }) => {
      const id = headers['x-request-id'];
      const parts = [
        `${operation} ${method} ${url} attempt ${attempt}: ${error?.message ?? status}`,
        `in ${Math.round(durationMs)} ms`,
        id && `request id ${id}`,
        retryInMs !== undefined && `retry in ${Math.round(retryInMs)} ms`,
      ];
      return logger[(status ?? 500) < 400 ? 'debug' : 'warn'](parts.filter(Boolean).join(', '));
    };
}

/** Runs a function of the caller, and ignores its errors, also those of the promise that it returns. */
export function ignoreErrors<T>(run: () => T): T | undefined {
  try {
    const result = run();
    Promise.resolve(result).catch(() => undefined);
    return result;
  } catch {
    return undefined;
  }
}
