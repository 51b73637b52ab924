/** Compares a run with earlier runs and with accepted drifts. */
export { changedAnswers } from './changed-answers.ts';
export { compareReports, type Comparison, type Moved, type Side } from './compare-reports.ts';
export { compareWithEarlier, type Memory } from './known-drifts.ts';
export { isFixed } from './fixed-drifts.ts';
export { entryOf, newEntries } from './known-drifts.ts';
export { readKnownDrifts, withAdded } from './known-file.ts';
export {
  type Evidence,
  lastAnswers,
  type Observed,
  observedFormat,
  observedIn,
  remember,
  targetName,
} from './observed-answers.ts';
export { observedOverlay, profileOverlay } from './observed-overlay.ts';
