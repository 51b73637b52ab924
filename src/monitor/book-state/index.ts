/** Applies calls to the known state of a book. */
export * from './change.ts';
export * from './concurrent-updates.ts';
export * from './queued-publishes.ts';
export * from './stored-values.ts';
export * from './used-marks.ts';
