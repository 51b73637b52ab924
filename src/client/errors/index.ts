/** The errors that this client throws, and their type guards. */
export * from './distribution-error.ts';
export * from './guards.ts';
export * from './response-errors.ts';
export * from './upload-errors.ts';
