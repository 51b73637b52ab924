/** The findings of a rule, and the book it checks. */
import type { PreflightIssue } from '../client/errors/index.ts';
import type { CheckedCall } from '../client/preflight.ts';
import type { FileBeginning } from './beginnings.ts';
import type { RequirementId } from './requirement-ids.ts';

/** An issue without the sentence of its requirement. */
export type Finding = Omit<PreflightIssue, 'rule' | 'statement' | 'requirement'> & {
  readonly requirement: RequirementId;
};

/** A call with everything that a rule may need. */
export interface CheckContext extends Required<CheckedCall> {
  /** Epoch milliseconds. */
  readonly now: number;
  /** The first bytes of the files, read when a rule first needs them. */
  readonly beginnings: () => Promise<readonly FileBeginning[]>;
}

/** One rule of the pre-flight. */
export type Rule = (context: CheckContext) => readonly Finding[] | Promise<readonly Finding[]>;
