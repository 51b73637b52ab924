/** Tells the errors of this client apart, also those that another copy of this package made. */
import type { AmbiguousOutcomeError } from './ambiguous-outcome-error.ts';
import type {
  AnswerError,
  MessageError,
  ProblemError,
  RateLimitedError,
  ServerError,
  UnauthorizedError,
  UnexpectedAnswerError,
} from './answer-errors.ts';
import { isDistributionError, kindOf } from './errors.ts';
import type { AbortedError, NetworkError, TimeoutError } from './no-answer-errors.ts';
import type { PreflightError } from './preflight-error.ts';

/** Each kind with its class. */
export interface ErrorsByKind {
  readonly problem: ProblemError;
  readonly message: MessageError;
  readonly unauthorized: UnauthorizedError;
  readonly 'rate-limited': RateLimitedError;
  readonly 'server-error': ServerError;
  readonly 'unexpected-answer': UnexpectedAnswerError;
  readonly network: NetworkError;
  readonly timeout: TimeoutError;
  readonly aborted: AbortedError;
  readonly 'ambiguous-outcome': AmbiguousOutcomeError;
}

/** Whether nothing was sent, because a pre-flight found errors. */
export function isPreflightError(error: unknown): error is PreflightError {
  return kindOf(error) === 'preflight';
}

function guard<K extends keyof ErrorsByKind>(kind: K) {
  return (error: unknown): error is ErrorsByKind[K] => kindOf(error) === kind;
}

/** Whether the service explained itself with a Problem object. */
export const isProblemError = guard('problem');

/** Whether the service answered `{ message }`. */
export const isMessageError = guard('message');

/** Whether the key was not accepted. */
export const isUnauthorizedError = guard('unauthorized');

/** Whether the answer was none the document describes. */
export const isUnexpectedAnswerError = guard('unexpected-answer');

/** Whether the connection failed; `sent` tells on which side of sending. */
export const isNetworkError = guard('network');

/** Whether the answer did not come in time. */
export const isTimeoutError = guard('timeout');

/** Whether the caller's own signal ended the call. */
export const isAbortedError = guard('aborted');

/** Whether it is open what the call did; `reconcile()` looks. */
export const isAmbiguousOutcomeError = guard('ambiguous-outcome');

/** Whether the service asks to slow down: a 429, be it a RateLimitedError, a ProblemError or a MessageError. */
export function isRateLimited(error: unknown): error is AnswerError {
  return isDistributionError(error) && error.status === 429;
}

/** Whether the service or a gateway failed: a 5xx, be it a ServerError, a ProblemError or a MessageError. */
export function isServerFailure(error: unknown): error is AnswerError {
  return isDistributionError(error) && error.status !== undefined && error.status >= 500;
}
