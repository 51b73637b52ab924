/** Guards that recognise the errors of this client, including those of another copy of the package. */
import type * as calls from './call-errors.ts';
import { getErrorType, type DistributionError } from './distribution-error.ts';
import type * as responses from './response-errors.ts';
import type * as uploads from './upload-errors.ts';

/** Each type with its class. */
export interface ErrorsByType {
  readonly problem: responses.ProblemError;
  readonly message: responses.MessageError;
  readonly response: responses.ResponseError;
  readonly 'unexpected-response': responses.UnexpectedResponseError;
  readonly network: calls.NetworkError;
  readonly timeout: calls.TimeoutError;
  readonly aborted: calls.AbortedError;
  readonly 'ambiguous-outcome': calls.AmbiguousOutcomeError;
  readonly preflight: calls.PreflightError;
  readonly upload: uploads.UploadError;
  readonly 'upload-batch': uploads.UploadBatchError;
}

function guard<Type extends keyof ErrorsByType>(type: Type) {
  return (error: unknown): error is ErrorsByType[Type] => getErrorType(error) === type;
}

/** True for an error of this client, including one from another copy of the package. */
export function isDistributionError(error: unknown): error is DistributionError {
  return getErrorType(error) !== undefined;
}

/** The service refused the call with a Problem object. */
export const isProblemError = guard('problem');
/** The service answered `{ message }`. */
export const isMessageError = guard('message');
/** The response is not one that the document describes. */
export const isUnexpectedResponseError = guard('unexpected-response');
/** The connection failed; `sent` says whether the request may have reached the service. */
export const isNetworkError = guard('network');
/** The response was not received in time. */
export const isTimeoutError = guard('timeout');
/** The caller's own signal ended the call. */
export const isAbortedError = guard('aborted');
/** It is not known whether the call worked; `reconcile()` finds out. */
export const isAmbiguousOutcomeError = guard('ambiguous-outcome');
/** Nothing was sent, because a pre-flight found errors. */
export const isPreflightError = guard('preflight');
/** One file was not uploaded. */
export const isUploadError = guard('upload');
/** An upload is not complete; `result` has the outcome of each file. */
export const isUploadBatchError = guard('upload-batch');

/** The service or its gateway sent a response that is not the success the call needs. */
export function isResponseError(error: unknown): error is responses.ResponseError {
  return isDistributionError(error) && error.status !== undefined;
}

/** The key was not accepted: every 401, whatever its body. */
export function isUnauthorizedError(error: unknown): error is responses.ResponseError {
  return isResponseError(error) && error.status === 401;
}

/** The service asks the client to slow down: every 429, whatever its body. */
export function isRateLimited(error: unknown): error is responses.ResponseError {
  return isResponseError(error) && error.status === 429;
}

/** The service or a gateway failed: every 5xx, whatever its body. */
export function isServerFailure(error: unknown): error is responses.ResponseError {
  return isResponseError(error) && error.status >= 500;
}
