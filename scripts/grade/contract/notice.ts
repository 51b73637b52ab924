/** Decides whether a run noticed a change of the contract. */
import { follow, type JsonObject } from '../../../src/contract/json-pointer.ts';
import type { ContractChange } from './contract-change.ts';
import type { RevisionVerdict, UnprovenPart } from './judge-revision.ts';

/**
 * How a run shows a change: by another verdict, by an unproven part that it names only since the change, by one that it
 * also names without the change, or not at all.
 */
export type Notice = 'verdict' | 'named' | 'already unproven' | 'unnoticed';

/** Compares the runs by the changed and the unchanged contract. */
export function findNotice(
  change: Pick<ContractChange, 'pointer' | 'aliases'>,
  verdict: RevisionVerdict,
  { baseline, document }: { readonly baseline: RevisionVerdict; readonly document: JsonObject },
): Notice {
  if (!haveSameVerdict(verdict, baseline)) return 'verdict';
  const pointers = [change.pointer, ...(change.aliases ?? [])];
  const parts = verdict.unproven.filter((part) =>
    pointers.some((pointer) => isPlaceOf(part, pointer, document)),
  );
  if (parts.length === 0) return 'unnoticed';
  const knownParts = new Set(baseline.unproven.map(describePart));
  return parts.some((part) => !knownParts.has(describePart(part))) ? 'named' : 'already unproven';
}

/** Returns true if two runs end alike: the same verdict, exit code and drifting requirements. */
export function haveSameVerdict(verdict: RevisionVerdict, other: RevisionVerdict): boolean {
  return (
    verdict.verdict === other.verdict &&
    verdict.exitCode === other.exitCode &&
    verdict.drifts.join(' ') === other.drifts.join(' ')
  );
}

/** Returns true if a part is a changed place or contains it, or if it is inside a place that the change added. */
function isPlaceOf(part: UnprovenPart, pointer: string, document: JsonObject): boolean {
  const partPointer = part.pointer.replace(/^#/, '');
  if (isWithin(pointer, partPointer)) return true;
  return isWithin(partPointer, pointer) && follow(document, pointer) === undefined;
}

function isWithin(pointer: string, outer: string): boolean {
  return pointer === outer || pointer.startsWith(`${outer}/`);
}

function describePart({ part, reason }: UnprovenPart): string {
  return `${part}: ${reason}`;
}
