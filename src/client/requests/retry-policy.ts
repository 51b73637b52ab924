/** Decides which requests may be repeated after which outcome: never one that could have its effect twice. */
import type { Operation } from '../contract.ts';
import {
  isAbortedError,
  isDistributionError,
  isNetworkError,
  isResponseError,
  isTimeoutError,
  isUnexpectedResponseError,
  type DistributionError,
} from '../errors/index.ts';

/** How one request ended. */
export interface RequestOutcome {
  /** The status of its response; undefined when there was none. */
  readonly status: number | undefined;
  /** False when the request certainly never reached the service; undefined when the failure is final. */
  readonly sent: boolean | undefined;
}

/**
 * Calls that have the same effect once or twice: reads; updates, whose values are absolute and whose chapters replace
 * each other; grants, of which the last one counts; and attach, which names its file.
 */
const idempotent: ReadonlySet<Operation> = new Set([
  'listBooks',
  'readBook',
  'lookUpBook',
  'updateBook',
  'requestUploads',
  'attachFile',
]);

/** True when the service may have done its work although no response says so. */
export function isUnclear({ status, sent }: RequestOutcome): boolean {
  if (status === undefined) return sent === true;
  return status === 408 || (status >= 500 && status !== 501);
}

/**
 * True when the same request may be sent again: always when it never left; after a 429 for all but a create, which is
 * looked up first; after an unclear ending only when twice is as good as once.
 */
export function mayRepeat(operation: Operation, outcome: RequestOutcome): boolean {
  if (outcome.sent === false) return true;
  if (isUnclear(outcome)) return idempotent.has(operation);
  return outcome.status === 429 && operation !== 'createBook';
}

/** True for a failure that leaves open whether the call did its work. */
export function leavesOpen(error: unknown): error is DistributionError {
  if (!isDistributionError(error) || isAbortedError(error)) return false;
  const sent = isNetworkError(error) ? error.sent : true;
  return isUnclear({ status: error.status, sent });
}

/** True when the service may still be at work, so that a look proves nothing yet. */
export function mayBeRunning(error: DistributionError): boolean {
  return isTimeoutError(error) || error.status === 408 || error.status === 504;
}

/** True for a success that cannot be read: the call did its work. */
export function isUnreadableSuccess(error: unknown): error is DistributionError {
  return isUnexpectedResponseError(error) && error.status < 300;
}

/** Returns how long the response behind an error asks to wait, in milliseconds; 0 when it does not say. */
export function requestedWait(error: DistributionError): number {
  return isResponseError(error) ? (error.retryAfterMs ?? 0) : 0;
}
