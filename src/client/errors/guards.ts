/** Type guards for the errors of this client, including those from another copy of the package. */
import type * as calls from './distribution-error.ts';
import { readProperty } from '../json.ts';
import { getErrorType, type DistributionError } from './distribution-error.ts';
import type * as responses from './response-errors.ts';
import type * as uploads from './upload-errors.ts';

/** The error class of each type. */
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

function createGuard<Type extends keyof ErrorsByType>(type: Type) {
  return (error: unknown): error is ErrorsByType[Type] => getErrorType(error) === type;
}

/** Returns true for an error of this client, including one from another copy of the package. */
export function isDistributionError(error: unknown): error is DistributionError {
  return getErrorType(error) !== undefined;
}

/** The service refused the call with a Problem object. */
export const isProblemError = createGuard('problem');
/** The service responded with `{ message }`. */
export const isMessageError = createGuard('message');
/** The document does not describe the response. */
export const isUnexpectedResponseError = createGuard('unexpected-response');
/** The connection failed; `sent` says whether the request may have reached the service. */
export const isNetworkError = createGuard('network');
/** The response was not received in time. */
export const isTimeoutError = createGuard('timeout');
/** The caller's signal aborted the call. */
export const isAbortedError = createGuard('aborted');
/** It is unknown whether the call took effect; `reconcile()` reads the book again. */
export const isAmbiguousOutcomeError = createGuard('ambiguous-outcome');
/** Nothing was sent, because a pre-flight found errors. */
export const isPreflightError = createGuard('preflight');
/** One file was not uploaded. */
export const isUploadError = createGuard('upload');
/** Some files or the chapters were not uploaded; `result` contains the outcome of each file. */
export const isUploadBatchError = createGuard('upload-batch');

/** Returns the status of an error of this client; NaN if there is none. */
function readStatus(error: unknown): number {
  const status = isDistributionError(error) ? readProperty(error, 'status') : undefined;
  return typeof status === 'number' ? status : Number.NaN;
}

/** The service or its gateway sent a response without the expected success. */
export function isResponseError(error: unknown): error is responses.ResponseError {
  return readStatus(error) >= 0;
}

/** The key was not accepted: every 401, whatever its body. */
export function isUnauthorizedError(error: unknown): error is responses.ResponseError {
  return readStatus(error) === 401;
}

/** The service asks the client to slow down: every 429, whatever its body. */
export function isRateLimited(error: unknown): error is responses.ResponseError {
  return readStatus(error) === 429;
}

/** The service or a gateway failed: every 5xx, whatever its body. */
export function isServerFailure(error: unknown): error is responses.ResponseError {
  return readStatus(error) >= 500;
}
