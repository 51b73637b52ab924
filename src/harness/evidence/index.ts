/** Exchanges and the functions that read them, findings, verdicts, and times. */
export { type Exchange, getSentJson, readMediaType } from '../../monitor/index.ts';
export * from './expected-response.ts';
export * from './finding.ts';
export * from './instant.ts';
export * from './read.ts';
export * from './refusal-bodies.ts';
export * from './verdict-errors.ts';
