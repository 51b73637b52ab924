/** The results of `npm run grade`, and their presentation. */
export { formatFairness, type Fairness, type FairRun, isFair, type Misread } from './fairness.ts';
export {
  type FaultGrade,
  type Grade,
  formatGradeSummary,
  passes,
  type RequirementGrade,
} from './fault-grade.ts';
export {
  formatNarrowedSummary,
  passesSample,
  type NarrowedGrade,
  type NarrowedSample,
} from './narrowed-grade.ts';
export { describeShares, median } from './print-grade.ts';
export { copyNarrowedSections, addNarrowedSection } from './narrowed-section.ts';
export { formatGradePage, formatGradeTables, mergeDetections } from './grade-page.ts';
export {
  formatContractSummary,
  passesContract,
  type ContractGrade,
  type JudgedChange,
} from './contract-grade.ts';
export {
  formatResponsePage,
  formatResponseSummary,
  passesResponses,
  type AlteredResponse,
  type ResponseGrade,
} from './response-grade.ts';
