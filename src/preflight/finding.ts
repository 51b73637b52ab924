/** The findings of a rule, and the book it checks. */
import type { PreflightIssue } from '../client/errors/index.ts';
import type { CheckedCall } from '../client/preflight.ts';
import type { BeginningOfFile } from './beginnings.ts';
import type { RequirementId } from './requirement-ids.ts';

/** An issue before the ledger is asked what its requirement says. */
export type Finding = Omit<PreflightIssue, 'rule' | 'statement' | 'requirement'> & {
  readonly requirement: RequirementId;
};

/** A call with what may be needed besides, so that every rule looks at the same. */
export interface Scene extends Required<CheckedCall> {
  /** Epoch milliseconds. */
  readonly now: number;
  /** The first bytes of the files, read when a rule first asks for them. */
  readonly beginnings: () => Promise<readonly BeginningOfFile[]>;
}

/** Looks at one thing. */
export type Rule = (scene: Scene) => readonly Finding[] | Promise<readonly Finding[]>;
