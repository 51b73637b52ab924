/** A report as text for a terminal. */
export { comparisonSummary } from './comparison-summary.ts';
export { fairSummary } from './fairness-summary.ts';
export { gradeSummary } from './grade-summary.ts';
export { narrowedSummary } from './narrowed-summary.ts';
export { terminalSummary } from './run-summary.ts';
export { historyText } from './history-text.ts';
