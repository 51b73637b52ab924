/** Judges the programs that call the service. */
export type { CallerFinding } from './caller-finding.ts';
export { createCallerJudge, type CallerJudge, type CallerRow } from './caller-judge.ts';
