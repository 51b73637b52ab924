/** Identifies one case and its values, so that it can be repeated. */
import { createHash } from 'node:crypto';
import type { RequirementId } from '../../contract/requirements.ts';

export interface Replay {
  readonly requirement: RequirementId;
  /** Eight hex digits that identify the case's sentence. */
  readonly sentence: string;
  /** The seed of the case, not of the run. */
  readonly seed: number;
  /** The number of values, for a property. */
  readonly runs: number;
  /** fast-check's path to the smallest counterexample. */
  readonly path?: string;
  /** fast-check's path through a sequence of commands. */
  readonly replayPath?: string;
}

/** Hashes a sentence for a replay, so that a token stays short. */
export function sentenceMark(sentence: string): string {
  return createHash('sha256').update(sentence).digest('hex').slice(0, 8);
}
