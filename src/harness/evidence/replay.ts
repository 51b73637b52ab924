/** How to ask one case again: which one, and from which seed its values are drawn. */
import { createHash } from 'node:crypto';
import type { RequirementId } from '../../contract/requirements.ts';

export interface Replay {
  readonly requirement: RequirementId;
  /** Eight hex digits that stand for the case's sentence. */
  readonly sentence: string;
  /** The seed of the case, not of the run. */
  readonly seed: number;
  /** Values drawn, for a property. */
  readonly runs: number;
  /** fast-check's path to the smallest counterexample. */
  readonly path?: string;
  /** fast-check's path through a sequence of commands. */
  readonly replayPath?: string;
}

/** What stands for a sentence in a replay, so that a token stays short. */
export function sentenceMark(sentence: string): string {
  return createHash('sha256').update(sentence).digest('hex').slice(0, 8);
}
