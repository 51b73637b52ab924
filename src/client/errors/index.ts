/** The errors that this client throws, and their type guards. */
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
