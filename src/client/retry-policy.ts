/** Which endings of a request may be repeated, call by call: never one that could do its work twice. */
import type { Operation } from './book.ts';

/** What one request came to. */
export interface Ending {
  /** The status of its answer; undefined where none came. */
  readonly status: number | undefined;
  /** What the answer asks to wait. */
  readonly retryAfterMs: number | undefined;
  /** False when the request surely never reached the service. */
  readonly sent: boolean;
}

/**
 * The calls that have the same effect once or twice: reads; updates, whose values are absolute and whose
 * chapters replace each other; grants, of which the last one counts; and attach, which names its file.
 */
const repeatable: ReadonlySet<Operation> = new Set([
  'listBooks',
  'readBook',
  'lookUpBook',
  'updateBook',
  'requestUploads',
  'attachFile',
]);

/** Whether the service may have done its work, although no answer says so. */
export function isUnclear({ status, retryAfterMs, sent }: Ending): boolean {
  if (status === undefined) return sent;
  if (status === 503) return retryAfterMs === undefined;
  return status === 408 || (status >= 500 && status !== 501);
}

/**
 * Whether the same request may be sent again: after a refusal that surely did nothing (never sent, 429,
 * 503 with Retry-After) always; after an unclear ending only where twice is as good as once.
 */
export function mayRepeat(operation: Operation, ending: Ending): boolean {
  const { status, sent } = ending;
  if (isUnclear(ending)) return repeatable.has(operation);
  return status === undefined ? !sent : status === 429 || status === 503;
}
