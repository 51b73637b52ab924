/** Compares a run with earlier runs and with accepted drifts. */
export { findChangedAnswers } from './changed-answers.ts';
export {
  compareReports,
  type Comparison,
  type ComparedDrift,
  type ComparedReport,
} from './compare-reports.ts';
export { compareWithEarlier, type BaselineOptions } from './known-drifts.ts';
export { isFixed, isFullyTested } from './fixed-drifts.ts';
export { createEntry, createNewEntries } from './known-drifts.ts';
export { readKnownDrifts, appendEntries } from './known-file.ts';
export {
  type Evidence,
  selectLatestAnswers,
  type Observations,
  observedFormat,
  parseObservations,
  recordObservations,
  getTargetName,
} from './observations.ts';
export { writeObservedOverlay, writeProfileOverlay } from './observed-overlay.ts';
