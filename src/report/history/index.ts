/** Stores each run as one line of a history, and summarises the lines. */
export type { DriftHistory } from './summarize-history.ts';
export { toHistoryLine, type HistoryLine, readHistory, UnreadableHistory } from './history-line.ts';
export type { LatencyStep } from './latency-steps.ts';
export { formatPrometheus } from './prometheus.ts';
export { type HistorySummary, summarizeHistory } from './summarize-history.ts';
