/** Maps the outcome of a run to its exit code. */
import type { StopReason } from '../../harness/evidence/index.ts';
import type { ExitCode, RunVerdict } from './report.ts';

export interface RunFacts {
  /** Distinct new drifts of what the document states or restricts; advice does not count. */
  readonly drifts: number;
  /** Cases that failed on our side or in the network. */
  readonly errored: number;
  /** The number of proven requirements and observed silences. */
  readonly answered: number;
  /** True if requirements were tested and not one of them was proven. */
  readonly nothingProven: boolean;
  readonly stopped: StopReason | undefined;
  /** Entries of known-drifts.yaml that no longer hold. */
  readonly stale?: number;
  /** Changed answers, if they fail the run. */
  readonly changed?: number;
  /** Surprising answers, if they fail the run. */
  readonly surprising?: number;
}

/** Reasons to stop that are due to the service or the network. */
const serviceFailures: ReadonlySet<StopReason> = new Set([
  'unreachable',
  'key refused',
  'not the service',
  'stopped responding',
]);

/** Returns the exit code. A drift decides it even in a run that ended early. */
export function chooseExitCode(facts: RunFacts): ExitCode {
  const { drifts, stale = 0, changed = 0, surprising = 0 } = facts;
  if (drifts + stale + changed + surprising > 0) return 1;
  if (facts.stopped === 'interrupted') return 130;
  if (facts.stopped !== undefined && facts.stopped !== 'bail') return 3;
  return facts.errored > 0 || facts.answered === 0 || facts.nothingProven ? 3 : 0;
}

export function chooseRunVerdict(facts: RunFacts): RunVerdict {
  const code = chooseExitCode(facts);
  if (code === 0) return 'conforms';
  if (code === 1) return 'drifts';
  return (facts.stopped !== undefined && serviceFailures.has(facts.stopped)) || facts.errored > 0
    ? 'errored'
    : 'unproven';
}
