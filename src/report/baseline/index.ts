/** Compares a run with earlier runs and with accepted drifts. */
export { changedAnswers } from './changed-answers.ts';
export {
  compareReports,
  type Comparison,
  type ComparedDrift,
  type ComparedReport,
} from './compare-reports.ts';
export { compareWithEarlier, type BaselineOptions } from './known-drifts.ts';
export { isFixed } from './fixed-drifts.ts';
export { createEntry, newEntries } from './known-drifts.ts';
export { readKnownDrifts, appendEntries } from './known-file.ts';
export {
  type Evidence,
  lastAnswers,
  type Observations,
  observedFormat,
  parseObservations,
  recordObservations,
  targetName,
} from './observed-answers.ts';
export { observedOverlay, profileOverlay } from './observed-overlay.ts';
