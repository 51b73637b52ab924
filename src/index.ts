/**
 * The exports of the toolkit: the sandbox, and the functions that define and run suites.
 * @module book-distribution-contract
 */
export {
  check,
  observe,
  section,
  watch,
  type CaseBody,
  type Check,
  type Item,
  type Observation,
  type Section,
  type Watch,
} from './harness/suite/index.ts';
export { type Exchange, getSentJson, readMediaType } from './harness/evidence/index.ts';
export type { Finding, RunOutcome, Verdict } from './harness/evidence/index.ts';
export { forAll } from './harness/suite/index.ts';
export { run, type RunOptions } from './harness/run/index.ts';
export type { Stage } from './harness/stage/index.ts';
export type { Consent, Reach } from './harness/evidence/index.ts';
export {
  createSandbox,
  type Sandbox,
  type SandboxOptions,
  serveSandbox,
  type ServeOptions,
  type ServedSandbox,
} from './sandbox/index.ts';
export { suite } from '../tests/suite.ts';
