/** What a rule finds, and what it looks at. */
import type { requirements } from '../generated/requirements.ts';
import type { Look, PreflightIssue } from '../client/preflight.ts';
import type { BeginningOfFile } from './beginnings.ts';

/** An issue before the ledger is asked what its requirement says. */
export type Finding = Omit<PreflightIssue, 'rule' | 'says' | 'requirement'> & {
  readonly requirement: keyof typeof requirements;
};

/** A call with what may be needed besides, so that every rule looks at the same. */
export interface Scene extends Required<Look> {
  /** Epoch milliseconds. */
  readonly now: number;
  /** The first bytes of the files, read when a rule first asks for them. */
  readonly beginnings: () => Promise<readonly BeginningOfFile[]>;
}

/** Looks at one thing. */
export type Rule = (scene: Scene) => readonly Finding[] | Promise<readonly Finding[]>;
