/** Everything this client throws, and the guards that recognise it. */
export * from './call-errors.ts';
export { DistributionError, type DistributionErrorType } from './distribution-error.ts';
export * from './guards.ts';
export * from './response-errors.ts';
export * from './upload-errors.ts';
