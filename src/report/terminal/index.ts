/** Formats reports for a terminal, and colours and wraps other text. */
export { formatComparison, formatHistory } from './comparison-summary.ts';
export { formatLabelled, formatLabelledLine, paint, wrap, type Screen } from './paint.ts';
export { formatTerminalSummary } from './run-summary.ts';
