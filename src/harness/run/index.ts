/** Runs a suite against a service: plan, session, clean-up and outcome. */
export { createSilenceBook, illegalAnswers, type SilenceBook } from './answers.ts';
export { estimateRequests } from './estimate.ts';
export { judgeRequirements } from './judged.ts';
export { createMonitoring, type Monitoring, type RepeatedDrift } from './monitoring.ts';
export { answerFindings, monitorFinding, monitorFindings } from './passing-findings.ts';
export { type Job, planOf, within } from './plan.ts';
export { probeService } from './probe.ts';
export { provableIn } from './provable.ts';
export { run, type RunOptions } from './run.ts';
export type { Shard } from './shard.ts';
export { createStatusCounter, type StatusCounter } from './status-counts.ts';
export {
  KeyRefused,
  sweepByAge,
  type SweepOptions,
  sweepTrail,
  type SweepResult,
} from './sweep.ts';
export { unboundRun } from './unbound-run.ts';
