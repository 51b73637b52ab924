/** Exchanges and the functions that read them, findings, verdicts, and times. */
export * from './exchange.ts';
export * from './finding.ts';
export * from './instant.ts';
export * from './observed-exchange.ts';
export * from './read.ts';
export * from './refusal-bodies.ts';
export * from './verdict-errors.ts';
