/** Reports requests to logs and traces, without secrets. */
import type { KeyedOperation } from '../contract.ts';
import type { DistributionError } from '../errors/index.ts';
import { readHeaders, type Mask } from '../responses/index.ts';
import type { Time } from './waiting.ts';

export interface RequestStart {
  readonly operation: KeyedOperation;
  readonly method: string;
  /** Without its query. */
  readonly url: string;
  /** The number of the request within its call, from 1. */
  readonly attempt: number;
}

export interface RequestEnd {
  readonly durationMs: number;
  /** Undefined when no whole response was received. */
  readonly status: number | undefined;
  /** The headers known to be harmless, in lower case, their values masked. */
  readonly headers: Readonly<Record<string, string>>;
  readonly error: DistributionError | undefined;
  /** After how many milliseconds the request is repeated; undefined when it is not. */
  readonly retryInMs: number | undefined;
}

export type OnEnd = (end: RequestEnd) => unknown;

/**
 * Called before each request; a function it returns is called when that request ended. What either throws is ignored,
 * because watching must not break a call.
 * @example
 * const onRequest: OnRequest = ({ operation, attempt }) => ({ status, durationMs }) => {
 *   console.log(operation, attempt, status, durationMs);
 * };
 */
export type OnRequest = (request: RequestStart) => OnEnd | void | Promise<unknown>;

/** The methods of `console` that a client writes to. */
export interface Logger {
  readonly debug: (message: string) => unknown;
  readonly warn: (message: string) => unknown;
}

/** The end of a request, before anything of it is masked. */
interface RequestResult extends Partial<Pick<RequestEnd, 'error' | 'retryInMs'>> {
  readonly response?: Response | undefined;
}

/** Reports the start of a request, and returns the function that reports its end. */
export type Report = (request: RequestStart) => (end: RequestResult) => void;

/** Returns undefined if there are no hooks. */
export function createReport(
  { onRequest, logger }: { onRequest?: OnRequest | undefined; logger?: Logger | undefined },
  { mask, time }: { readonly mask: Mask; readonly time: Time },
): Report | undefined {
  const hooks = [onRequest, logger && createLogHook(logger)].filter((hook) => hook !== undefined);
  if (hooks.length === 0) return undefined;
  return (request) => {
    const startedAt = time.now();
    const start = { ...request, url: mask(request.url.replace(/\?.*/s, '')) };
    const onEnds = hooks.map((hook) => ignoreErrors(() => hook(start)));
    return ({ response, error, retryInMs }) => {
      const headers = response === undefined ? {} : readHeaders(response.headers, mask);
      const durationMs = time.now() - startedAt;
      const end = { durationMs, status: response?.status, headers, error, retryInMs };
      for (const onEnd of onEnds) ignoreErrors(() => typeof onEnd === 'function' && onEnd(end));
    };
  };
}

/** One line per request: a warning when it failed, otherwise for debugging. */
function createLogHook(logger: Logger): OnRequest {
  return ({ operation, method, url, attempt }) =>
    ({ status, durationMs, error, retryInMs, headers }) => {
      const id = headers['x-request-id'];
      const parts = [
        `${operation} ${method} ${url} attempt ${attempt}: ${error?.message ?? status}`,
        `in ${Math.round(durationMs)} ms`,
        id && `request id ${id}`,
        retryInMs !== undefined && `repeated in ${Math.round(retryInMs)} ms`,
      ];
      logger[(status ?? 500) < 400 ? 'debug' : 'warn'](parts.filter(Boolean).join(', '));
    };
}

/** Runs what the user gave, and ignores what it throws. */
export function ignoreErrors<T>(run: () => T): T | undefined {
  try {
    const result = run();
    if (result instanceof Promise) result.catch(() => undefined);
    return result;
  } catch {
    return undefined;
  }
}
