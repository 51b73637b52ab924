/** A report as text for a terminal, and the means to write other text. */
export { comparisonSummary } from './comparison-summary.ts';
export { historyText } from './comparison-summary.ts';
export { paint, wrap, type Screen } from './paint.ts';
export { terminalSummary } from './run-summary.ts';
