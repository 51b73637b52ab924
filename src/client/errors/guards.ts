/** Guards that recognise the errors of this client, including those of another copy of the package. */
import type {
  AbortedError,
  AmbiguousOutcomeError,
  NetworkError,
  TimeoutError,
} from './connection-errors.ts';
import { getErrorType, isDistributionError } from './distribution-error.ts';
import type { PreflightError } from './preflight-error.ts';
import type {
  MessageError,
  ProblemError,
  RateLimitedError,
  ResponseError,
  ServerError,
  UnauthorizedError,
  UnexpectedResponseError,
} from './response-errors.ts';
import type { UploadBatchError, UploadError } from './upload-errors.ts';

/** Each type with its class. */
export interface ErrorsByType {
  readonly problem: ProblemError;
  readonly message: MessageError;
  readonly unauthorized: UnauthorizedError;
  readonly 'rate-limited': RateLimitedError;
  readonly 'server-error': ServerError;
  readonly 'unexpected-response': UnexpectedResponseError;
  readonly network: NetworkError;
  readonly timeout: TimeoutError;
  readonly aborted: AbortedError;
  readonly 'ambiguous-outcome': AmbiguousOutcomeError;
  readonly preflight: PreflightError;
  readonly upload: UploadError;
  readonly 'upload-batch': UploadBatchError;
}

function guard<Type extends keyof ErrorsByType>(type: Type) {
  return (error: unknown): error is ErrorsByType[Type] => getErrorType(error) === type;
}

/** The service explained itself with a Problem object. */
export const isProblemError = guard('problem');

/** The service answered `{ message }`. */
export const isMessageError = guard('message');

/** The key was not accepted. */
export const isUnauthorizedError = guard('unauthorized');

/** The response was none the document describes. */
export const isUnexpectedResponseError = guard('unexpected-response');

/** The connection failed; `sent` says whether the request may have reached the service. */
export const isNetworkError = guard('network');

/** The response was not received in time. */
export const isTimeoutError = guard('timeout');

/** The caller's own signal ended the call. */
export const isAbortedError = guard('aborted');

/** It is not known whether the call worked; `reconcile()` looks. */
export const isAmbiguousOutcomeError = guard('ambiguous-outcome');

/** Nothing was sent, because a pre-flight found errors. */
export const isPreflightError = guard('preflight');

/** One file was not uploaded. */
export const isUploadError = guard('upload');

/** An upload is not complete; `result` has the outcome of each file. */
export const isUploadBatchError = guard('upload-batch');

/** The service asks to slow down: every 429, with any body. */
export function isRateLimited(error: unknown): error is ResponseError {
  return isDistributionError(error) && error.status === 429;
}

/** The service or a gateway failed: every 5xx, with any body. */
export function isServerFailure(error: unknown): error is ResponseError {
  return isDistributionError(error) && error.status !== undefined && error.status >= 500;
}

/** The service or its gateway answered, but not with the success the call needed. */
export function isResponseError(error: unknown): error is ResponseError {
  const types: unknown[] = ['problem', 'message', 'unauthorized', 'rate-limited', 'server-error'];
  return isUnexpectedResponseError(error) || types.includes(getErrorType(error));
}
