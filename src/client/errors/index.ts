/** Everything this client throws, and what it takes to make and recognise it. */
export * from './connection-errors.ts';
export {
  DistributionError,
  getErrorType,
  isDistributionError,
  type DistributionErrorType,
} from './distribution-error.ts';
export { createResponseError, describeOrigin } from './response-error.ts';
export * from './guards.ts';
export { createMask, shortestKey, type Mask } from './mask.ts';
export { readHeaders } from './safe-headers.ts';
export { PreflightError, type PreflightIssue } from './preflight-error.ts';
export type { InvalidParam, Problem } from './problem.ts';
export * from './response-errors.ts';
export * from './upload-errors.ts';
