/** The results of `npm run grade`, and their presentation. */
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
export { copyNarrowedSections, addNarrowedSection } from './narrowed-section.ts';
export { formatGradePage, formatGradeTables, mergeDetections } from './grade-page.ts';
export { formatGradeSummary } from './grade-summary.ts';
export { formatNarrowedSummary } from './narrowed-summary.ts';
export { passesContract, type ContractGrade, type JudgedChange } from './contract-grade.ts';
export { formatContractSummary } from './contract-summary.ts';
export { passesResponses, type AlteredResponse, type ResponseGrade } from './response-grade.ts';
export { formatResponsePage, formatResponseSummary } from './response-summary.ts';
