/** What a client tells of its requests, for logs and traces: nothing in it is a secret. */
import type { KeyedOperation } from './book.ts';
import type { DistributionError } from './errors.ts';

/** A request about to be sent. */
export interface RequestSeen {
  readonly operation: KeyedOperation;
  readonly method: string;
  /** Without its query. */
  readonly url: string;
  /** Which request of its call this is, from 1. */
  readonly attempt: number;
}

/** How that request ended. */
export interface RequestEnd {
  readonly durationMs: number;
  /** Undefined where no whole answer came. */
  readonly status: number | undefined;
  /** The headers known to be harmless, in lower case; all others stay out. */
  readonly headers: Readonly<Record<string, string>>;
  /** Why no whole answer came. */
  readonly error: DistributionError | undefined;
  /** After how many milliseconds it is sent again; undefined when it is not. */
  readonly repeatsInMs: number | undefined;
}

/** Called when a request ended. */
export type OnEnd = (end: RequestEnd) => unknown;

/**
 * Called before each request; a function it returns is called when the request ended. Whatever either
 * throws is not heard, since looking on must not break a call.
 * @example
 * const onRequest: OnRequest = ({ operation, attempt }) => ({ status, durationMs }) => {
 *   console.log(operation, attempt, status, durationMs);
 * };
 */
export type OnRequest = (request: RequestSeen) => OnEnd | void | Promise<unknown>;

/** Tells of one request, and gives the way to tell its end. */
export type Tell = (request: RequestSeen) => (end: RequestEnd) => void;

export function tellOf(onRequest: OnRequest): Tell {
  return (request) => {
    const onEnd = quietly(() => onRequest(request));
    return (end) => {
      if (typeof onEnd === 'function') quietly(() => onEnd(end));
    };
  };
}

function quietly<T>(run: () => T): T | undefined {
  try {
    const given = run();
    if (given instanceof Promise) given.catch(() => undefined);
    return given;
  } catch {
    return undefined;
  }
}

const harmless = ['content-length', 'content-type', 'date', 'retry-after', 'x-request-id'];

/** An allow-list: what is not on it may be a secret one day. */
export function shownHeaders(headers: Headers): Readonly<Record<string, string>> {
  return Object.fromEntries(
    harmless.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}
