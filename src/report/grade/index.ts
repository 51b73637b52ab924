/** The results of `bookdist grade`. */
export { type Fairness, type FairRun, isFair, type Misread } from './fairness.ts';
export {
  type FaultGrade,
  type Grade,
  isCaught,
  isFaultGrade,
  median,
  type Noticing,
  passes,
  type RequirementGrade,
  shortcomings,
} from './fault-grade.ts';
export {
  explainMiss,
  findMisses,
  isNarrowedGrade,
  isSharp,
  type NarrowedGrade,
  type NarrowedSample,
} from './narrowed-grade.ts';
export { keepNarrowedSamples, putNarrowedSample } from './narrowed-section.ts';
export { gradePage } from './grade-page.ts';
export { updateGradePage } from './update-grade-page.ts';
