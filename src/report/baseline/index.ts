/** Compares a run with earlier runs and with accepted drifts. */
export * from './observations.ts';
export * from './compare-reports.ts';
export { isFixed, isFullyTested } from './fixed-drifts.ts';
export * from './known-drifts.ts';
export { knownDriftsSchema, readKnownDrifts, appendEntries } from './known-file.ts';
