/** Runs a suite against a service: plan, session, clean-up and outcome. */
export { createAnswerRecorder, type AnswerRecorder } from './answers.ts';
export { createMonitoring, type Monitoring, type RepeatedDrift } from './monitoring.ts';
export * from './monitor-findings.ts';
export { probeService, run } from './run.ts';
export { exploreUsually, type RunOptions, unboundRun } from './run-options.ts';
