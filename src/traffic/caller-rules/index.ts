/** Judges the programs that call the service. */
export type { CallerFinding } from './call.ts';
export { createCallerJudge, type CallerRow } from './caller-judge.ts';
