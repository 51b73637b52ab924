/** Judges the programs that call the service. */
export type { CallerFinding } from './caller-finding.ts';
export { createCallerJudge, type CallerRow } from './caller-judge.ts';
