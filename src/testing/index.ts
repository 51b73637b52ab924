/**
 * The exports for tests of a program that calls the service.
 * @module book-distribution-contract/testing
 */
export { type SettableClock, createClock } from '../sandbox/replaceable-parts/index.ts';
export type { Book as KeptBook } from '../sandbox/book/index.ts';
export type { Alteration } from '../sandbox/index.ts';
export type { OperationId } from '../contract/operations.ts';
export type { DocumentedAnswer } from './documented-answers.ts';
export {
  testingService,
  type Exchanged,
  type Respond,
  type TestingFetch,
  type TestingOptions,
  type TestingService,
} from './service.ts';
export {
  judgeTraffic,
  type MswServer,
  type TrafficFinding,
  type TrafficJudge,
  type TrafficJudgeOptions,
} from './traffic-judge.ts';
export {
  sandboxControl,
  type ChaosEffect,
  type ChaosHit,
  type ChaosRule,
  type ControlScope,
  type ReportedRule,
  type SandboxClock,
  type SandboxControl,
  type SandboxState,
} from './sandbox-control.ts';
