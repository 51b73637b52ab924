/** The result of `npm run grade -- --responses`: which altered responses the monitor noticed. */
import type { Depth } from '../../../src/harness/evidence/index.ts';
import type { Notice } from '../responses/index.ts';

export interface AlteredResponse {
  readonly operation: string;
  readonly status: number;
  /** The JSON pointer of the altered value, with `*` for the positions in lists. */
  readonly place: string;
  readonly kind: string;
  /** The number of the altered exchange. */
  readonly request: number;
  readonly notice: Notice;
  /** The requirement that drifts, or the silence of which the response shows another reading. */
  readonly by?: string;
  /** Why the contract says that any value is as good here. */
  readonly reason?: string;
}

export interface ResponseGrade {
  readonly tool: string;
  /** `sandbox`, a module or an address. */
  readonly service: string;
  readonly seed: number;
  readonly depth: Depth;
  readonly requests: number;
  readonly responses: readonly AlteredResponse[];
  /** Milliseconds. */
  readonly took: number;
}

/** Returns whether anything can be wrong with an altered value: the contract does not say that any value is as good. */
export function canBeWrong({ reason, notice }: AlteredResponse): boolean {
  return reason === undefined && notice !== 'open';
}

/** Returns the altered responses that nothing noticed, although the contract gives no reason. */
export function findUnexplained({ responses }: ResponseGrade): readonly AlteredResponse[] {
  return responses.filter((response) => canBeWrong(response) && response.notice === 'silent');
}

/** Returns the share that was noticed of those that can be wrong, from 0 to 1. */
export function shareNoticed(grade: ResponseGrade): number {
  const relevantCount = grade.responses.filter(canBeWrong).length;
  return relevantCount === 0 ? 1 : 1 - findUnexplained(grade).length / relevantCount;
}

/** Returns true if every silent response has a reason. */
export function passesResponses(grade: ResponseGrade): boolean {
  return findUnexplained(grade).length === 0;
}
