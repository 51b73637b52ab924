/** Stores each run as one line of a history, and summarises the lines. */
export { toHistoryLine, type HistoryLine, readHistory, UnreadableHistory } from './history-line.ts';
export { type LatencyStep, listMeasuredOperations } from './latency-steps.ts';
export * from './summarize-history.ts';
