/** Decides whether a run noticed a change of the contract. */
import type { JsonObject } from '../../../src/contract/json-pointer.ts';
import { readParts, type UnprovenPart } from '../../../src/contract/parts/index.ts';
import { parseContract, readOwnContract } from '../../../src/contract/spec.ts';
import { classifyChange, type ContractChange } from './contract-change.ts';
import type { RevisionVerdict } from './judge-revision.ts';

/**
 * How a run shows a change: by another verdict, by an unproven part that it names only since the change, by one that it
 * also names without the change, or not at all. `kept`: the run proved that the responses of the service also satisfy
 * the changed contract.
 */
export type Notice = 'verdict' | 'named' | 'already unproven' | 'kept' | 'unnoticed';

/** Compares the runs by the changed and the unchanged contract. */
export function findNotice(
  change: ContractChange,
  verdict: RevisionVerdict,
  { baseline, document }: { readonly baseline: RevisionVerdict; readonly document: JsonObject },
): Notice {
  if (!haveSameVerdict(verdict, baseline)) return 'verdict';
  const pointers = [change.pointer, ...(change.aliases ?? [])];
  const isAround = (part: { readonly pointer: string }): boolean =>
    pointers.some((pointer) => isWithin(pointer, readPointer(part)));
  const isInside = (part: { readonly pointer: string }): boolean =>
    pointers.some((pointer) => isWithin(readPointer(part), pointer));
  const knownParts = new Set(baseline.unproven.map(describePart));
  const newParts = verdict.unproven.filter((part) => !knownParts.has(describePart(part)));
  if (newParts.some((part) => isAround(part) || isInside(part))) return 'named';
  if (verdict.unproven.some(isAround)) return 'already unproven';
  return concernsResponses(change, document) && listChangedParts(change, document).some(isAround)
    ? 'kept'
    : 'unnoticed';
}

/** Returns whether a change concerns only responses, and not only lets them guarantee less. */
function concernsResponses(change: ContractChange, document: JsonObject): boolean {
  return (
    change.sides.every((side) => side === 'response') &&
    classifyChange(document, change) !== 'looser'
  );
}

/** Returns the parts of a changed contract that the contract of the package does not have. */
function listChangedParts({ apply }: ContractChange, document: JsonObject) {
  const ownIdentities = new Set(readParts(readOwnContract()).all.map(({ identity }) => identity));
  const { all } = readParts(parseContract(JSON.stringify(apply(document))));
  return all.filter(({ identity }) => !ownIdentities.has(identity));
}

/** Returns true if two runs end alike: the same verdict, exit code and drifting requirements. */
export function haveSameVerdict(verdict: RevisionVerdict, other: RevisionVerdict): boolean {
  return (
    verdict.verdict === other.verdict &&
    verdict.exitCode === other.exitCode &&
    verdict.drifts.join(' ') === other.drifts.join(' ')
  );
}

function readPointer({ pointer }: { readonly pointer: string }): string {
  return pointer.replace(/^#/, '');
}

function isWithin(pointer: string, outer: string): boolean {
  return pointer === outer || pointer.startsWith(`${outer}/`);
}

function describePart({ part, reason }: UnprovenPart): string {
  return `${part}: ${reason}`;
}
