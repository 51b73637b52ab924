/** Finds the requirements that a wrong value of a book speaks against. */
import { isArray } from '../../contract/json-pointer.ts';
import type { StatedId } from '../../contract/requirements.ts';
import {
  allows,
  isClientField,
  onlyValue,
  sameIn,
  sameStatus,
  type Book,
  type Claim,
} from '../world/index.ts';
import { blameChapters } from './chapter-view.ts';
import { readIds, classifyFilesMismatch } from './file-view.ts';
import type { Mismatch } from './verdicts.ts';

/** The shown book, and what is broken if no call can have caused a mismatch. */
export interface Shown {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly blame: StatedId;
  /** True if a response like this may lag behind a write. */
  readonly mayLag: boolean;
}

/** A mismatch with the requirements that it speaks against. */
export interface Blamed extends Mismatch {
  readonly requirements: readonly StatedId[];
}

/** A mismatch is blamed on at most so many of the latest calls. */
const mostBlamed = 2;

/**
 * Returns what each mismatch speaks against. If several calls since the last read can be the cause, those
 * count that explain the most mismatches, and of these the latest.
 */
export function withBlame(
  book: Book,
  mismatches: readonly Mismatch[],
  shown: Shown,
): readonly Blamed[] {
  const candidates = mismatches.map(({ field }) => causesOf(book, field, shown));
  const explains = (one: StatedId): number =>
    candidates.filter((causes) => causes.includes(one)).length;
  return mismatches.map((mismatch, index) => {
    const causes = candidates[index] ?? [];
    const most = Math.max(...causes.map(explains));
    const best = causes.filter((one) => explains(one) === most);
    return { ...mismatch, requirements: best.slice(-mostBlamed) };
  });
}

/** The requirements that a wrong value of a field may speak against, in the order of their calls. */
function causesOf(book: Book, field: string, shown: Shown): readonly StatedId[] {
  const value = shown.attributes[field];
  const own = book.claims.filter((claim) => claim.field === field);
  const setAt = book.claims.findLastIndex((claim) => claim.field === field && claim.was);
  // Calls that came before the field was set cannot have lost it.
  const general = isStatusLike(field)
    ? []
    : book.claims.filter((claim, index) => claim.field === '*' && index > setAt);
  const newest = own.at(-1) ?? general.at(-1);
  const byNoCall: StatedId =
    field === 'status' && !shown.mayLag ? 'status.changed-only-by' : shown.blame;
  if (newest === undefined) return [byNoCall];
  if (field === 'chapters' && newest.requirement.startsWith('chapters.'))
    return blameChapters(book, value);
  if (field !== 'files') {
    const causes = getUniqueRequirements(causesAmong(own, general, { field, value }));
    return causes.length > 0 ? causes : [byNoCall];
  }
  const wrongness = classifyFilesMismatch(book, value);
  const fitting = own.filter(
    ({ requirement }) =>
      wrongness === 'others' || (wrongness === 'more') === addsFiles.includes(requirement),
  );
  // An update that loses files is likely, one that adds some is not.
  const losing = wrongness === 'more' ? [] : general;
  const causes = causesAmong(fitting, losing, { field, value });
  return getUniqueRequirements(causes.length > 0 ? causes : own);
}

interface Wrong {
  readonly field: string;
  readonly value: unknown;
}

/** The calls that set or kept the field; those that kept all of them count if no other can be the cause. */
function causesAmong(
  own: readonly Claim[],
  general: readonly Claim[],
  wrong: Wrong,
): readonly Claim[] {
  const setAt = own.findLastIndex(({ was }) => was !== undefined);
  const { was } = own[setAt] ?? {};
  const set = was === undefined ? [] : own.filter((claim) => claim.was === was);
  const lost = general.filter(({ requirement }) => requirement === 'update.keeps-the-rest');
  if (set.some((claim) => isUnset(claim, wrong, lost.length > 0))) return set;
  const kept = own.slice(setAt + 1).filter((claim) => mayHaveStored(claim, wrong));
  if (kept.length > 0) return kept;
  if (lost.length > 0) return lost;
  return set.length > 0 ? set : general.slice(-1);
}

/**
 * True if the value is the one from before the call. If the call's own response showed another one, a
 * later call may have brought it back.
 */
function isUnset({ was, confirmed }: Claim, { field, value }: Wrong, mayBeLost: boolean): boolean {
  if (was === undefined || !allows(was, value, sameOf(field))) return false;
  return confirmed !== true || (onlyValue(was) !== undefined && !mayBeLost);
}

/** A refused call that took effect after all shows what it would have stored. */
function mayHaveStored({ refused }: Claim, { field, value }: Wrong): boolean {
  if (refused === undefined) return true;
  if (field !== 'files' || !isArray(refused)) return sameOf(field)(refused, value);
  const ids = readIds(value);
  return ids.size === 0 || refused.some((id) => typeof id === 'string' && ids.has(id));
}

function sameOf(field: string): typeof sameStatus {
  return isClientField(field) ? sameIn(field) : sameStatus;
}

function isStatusLike(field: string): boolean {
  return field === 'status' || field === 'imprint';
}

/** Requirements that a file too many breaks; a file that is missing breaks the others. */
const addsFiles: readonly StatedId[] = [
  'account.guards-files',
  'attach.refused-changes-nothing',
  'attach.references-only-after',
  'auth.no-effect',
  'create.no-files',
];

function getUniqueRequirements(claims: readonly Claim[]): readonly StatedId[] {
  return [...new Set(claims.map(({ requirement }) => requirement))];
}
