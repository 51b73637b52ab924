/** Exchanges and the functions that read them, findings, verdicts, and times. */
export { type Exchange, getSentJson, readMediaType } from '../../monitor/index.ts';
export * from './verdict-errors.ts';
export * from './finding.ts';
export type { JudgedExchange } from './judged-exchange.ts';
export * from './read.ts';
