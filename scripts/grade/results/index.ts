/** The results of `npm run grade`, and how they are shown. */
export { formatFairness, type Fairness, type FairRun, isFair, type Misread } from './fairness.ts';
export {
  type FaultGrade,
  type Grade,
  isFaultGrade,
  passes,
  type RequirementGrade,
} from './fault-grade.ts';
export {
  isNarrowedGrade,
  passesSample,
  type NarrowedGrade,
  type NarrowedSample,
} from './narrowed-grade.ts';
export { keepNarrowedSamples, putNarrowedSample } from './narrowed-section.ts';
export { gradePage, updateGradePage } from './grade-page.ts';
export { gradeSummary } from './grade-summary.ts';
export { narrowedSummary } from './narrowed-summary.ts';
