/** Runs a suite against a service: plan, session, clean-up and outcome. */
export { illegalAnswers } from './answers.ts';
export { answerFindings } from './passing-findings.ts';
export { type Job, planOf, within } from './plan.ts';
export { run, type RunOptions } from './run.ts';
export { createSession, type Session } from './session.ts';
export type { Shard } from './shard.ts';
export {
  KeyRefused,
  sweepByAge,
  type SweepOptions,
  sweepTrail,
  type SweepResult,
} from './sweep.ts';
export { unboundRun } from './unbound-run.ts';
