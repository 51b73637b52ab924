/** The types of a rule: the call that it checks, and the issues that it finds. */
import type { PreflightIssue } from '../client/errors/index.ts';
import type { CheckedCall } from '../client/preflight.ts';
import type { FirstBytes } from './first-bytes.ts';
import type { PreflightRequirementId } from './requirement-ids.ts';

/** An issue without the sentence of its requirement. */
export type RawIssue = Omit<PreflightIssue, 'rule' | 'statement' | 'requirement'> & {
  readonly requirement: PreflightRequirementId;
};

/** The call that a rule checks. */
export interface CheckContext extends Required<CheckedCall> {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Returns the first bytes of the files, which are read only once. */
  readonly readFirstBytes: () => Promise<readonly FirstBytes[]>;
}

/** One rule of the pre-flight. */
export type Rule = (context: CheckContext) => readonly RawIssue[] | Promise<readonly RawIssue[]>;
