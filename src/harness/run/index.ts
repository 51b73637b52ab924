/** Runs a suite against a service: plan, session, clean-up and outcome. */
export { createSilenceBook, type SilenceBook } from './answers.ts';
export { createMonitoring, type Monitoring, type RepeatedDrift } from './monitoring.ts';
export {
  answerFindings,
  createStatusCounter,
  monitorFinding,
  monitorFindings,
  type StatusCounter,
} from './passing-findings.ts';
export { probeService } from './probe.ts';
export { run } from './run.ts';
export { type RunOptions, unboundRun } from './run-options.ts';
