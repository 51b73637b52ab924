/** The errors that this client throws, and their type guards. */
import {
  AbortedError,
  AmbiguousOutcomeError,
  DistributionError,
  NetworkError,
  TimeoutError,
} from './distribution-error.ts';
import {
  MessageError,
  ProblemError,
  ResponseError,
  UnexpectedResponseError,
} from './response-errors.ts';
import { UploadBatchError, UploadError } from './upload-errors.ts';

export {
  AbortedError,
  AmbiguousOutcomeError,
  DistributionError,
  NetworkError,
  TimeoutError,
  type DistributionErrorType,
  type ErrorContext,
  type PreflightError,
  type PreflightIssue,
} from './distribution-error.ts';
export * from './guards.ts';
export * from './response-errors.ts';
export * from './upload-errors.ts';

const errors: Readonly<Record<string, { readonly prototype: Error }>> = {
  AbortedError,
  AmbiguousOutcomeError,
  DistributionError,
  MessageError,
  NetworkError,
  ProblemError,
  ResponseError,
  TimeoutError,
  UnexpectedResponseError,
  UploadBatchError,
  UploadError,
};

// Names on the prototypes, because stack traces read them there and minifiers rename classes.
for (const [name, { prototype }] of Object.entries(errors)) prototype.name = name;
