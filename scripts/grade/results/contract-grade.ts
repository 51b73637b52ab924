/** The result of `npm run grade -- --contract`: which changes of the contract the runs noticed. */
import type { ChangeClass, Notice, RevisionVerdict, RunChoice, Side } from '../contract/index.ts';

/** A change of the contract, with the verdict on a service of the unchanged one. */
export interface JudgedChange {
  readonly kind: string;
  readonly pointer: string;
  readonly description: string;
  readonly sides: readonly Side[];
  readonly class: ChangeClass;
  readonly notice: Notice;
  /** The requirements that drift only since the change. */
  readonly newDrifts: readonly string[];
  readonly verdict: string;
  /** Why the run judged nothing, if it failed. */
  readonly failure?: string;
  /** Milliseconds. */
  readonly took: number;
}

export interface ContractGrade extends RunChoice {
  readonly tool: string;
  readonly contract: string;
  /** `sandbox`, a module or an address. */
  readonly service: string;
  readonly baseline: RevisionVerdict;
  /** The number of all changes, of which a sample may have been judged. */
  readonly total: number;
  readonly changes: readonly JudgedChange[];
  /** Milliseconds. */
  readonly took: number;
}

/** Returns the changes that no run noticed. */
export function findUnnoticed({ changes }: ContractGrade): readonly JudgedChange[] {
  return changes.filter(({ notice }) => notice === 'unnoticed');
}

/**
 * Returns true if a change only lets responses show less or differ more. A correct service of the unchanged contract is
 * also one of the changed contract, so its verdict cannot change.
 */
export function isLooserResponse({ sides, class: changeClass }: JudgedChange): boolean {
  return changeClass === 'looser' && sides.every((side) => side === 'response');
}

/** Returns the changes that only loosen responses, but that made the verdict on a correct service worse. */
export function findWrongAccusations({ changes }: ContractGrade): readonly JudgedChange[] {
  return changes.filter((change) => change.notice === 'verdict' && isLooserResponse(change));
}

/** Returns true if every change was noticed that a run could notice, and no correct service was accused. */
export function passesContract(grade: ContractGrade): boolean {
  return findUnnoticed(grade).every(isLooserResponse) && findWrongAccusations(grade).length === 0;
}
