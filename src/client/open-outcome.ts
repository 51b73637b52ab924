/** Which failures leave open whether a call did its work. */
import {
  isAbortedError,
  isNetworkError,
  isServerFailure,
  isTimeoutError,
  isUnexpectedAnswerError,
} from './error-guards.ts';
import { isDistributionError, type DistributionError } from './errors.ts';
import { isUnclear } from './retry-policy.ts';

/** A lost answer, a time that ran out, or a failure of the service or a gateway. */
export function leavesOpen(error: unknown): error is DistributionError {
  if (!isDistributionError(error) || isAbortedError(error)) return false;
  const retryAfterMs = isServerFailure(error) ? error.retryAfterMs : undefined;
  const sent = !isNetworkError(error) || error.sent;
  return isUnclear({ status: error.status, retryAfterMs, sent });
}

/** Whether the service may be at work on it still, so that looking proves nothing yet. */
export function mayBeRunning(error: DistributionError): boolean {
  return isTimeoutError(error) || error.status === 408 || error.status === 504;
}

/** A success nobody can read: whatever it was asked for is done. */
export function isUnreadableSuccess(error: unknown): error is DistributionError {
  return isUnexpectedAnswerError(error) && error.status < 300;
}
