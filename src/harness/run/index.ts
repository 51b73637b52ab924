/** Runs a suite against a service: plan, session, clean-up and outcome. */
export { createSilenceBook, illegalAnswers, type SilenceBook } from './answers.ts';
export { createMonitoring, type Monitoring, type RepeatedDrift } from './monitoring.ts';
export { answerFindings, monitorFinding, monitorFindings } from './passing-findings.ts';
export { probeService } from './probe.ts';
export { run, type RunOptions } from './run.ts';
export { createStatusCounter, type StatusCounter } from './status-counts.ts';
export { unboundRun } from './unbound-run.ts';
