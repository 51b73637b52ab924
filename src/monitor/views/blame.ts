/** Finds the requirements that a wrong value of a book breaks. */
import { isArray, type JsonObject } from '../../contract/json-pointer.ts';
import type { StatedId } from '../../contract/requirements.ts';
import { allows, type Book, type Claim, getComparison, getOnlyValue } from '../world/index.ts';
import { blameChapters } from './chapter-view.ts';
import { classifyFilesMismatch, readIds } from './file-view.ts';
import type { Mismatch } from './verdicts.ts';

/** The shown book, and the requirement that a mismatch breaks if no call can have caused it. */
interface ShownBook {
  readonly attributes: JsonObject;
  readonly defaultRequirement: StatedId;
  /** True if a response like this may lag behind a write. */
  readonly mayLag: boolean;
  /** What reads have shown of new books of this format: `draft`, or `other`; undefined if that varies or is unknown. */
  readonly newBookStatus: string | undefined;
}

/** A mismatch with the requirements that it breaks. */
interface BlamedMismatch extends Mismatch {
  readonly requirements: readonly StatedId[];
}

/** The largest number of requirements that one mismatch breaks. */
const maxRequirements = 2;

/**
 * Returns the mismatches with the requirements that they break. If several calls since the last read can be the
 * cause, the calls that explain the most mismatches are to blame, and of these the latest.
 */
export function withBlame(
  book: Book,
  mismatches: readonly Mismatch[],
  shown: ShownBook,
): readonly BlamedMismatch[] {
  const candidates = mismatches.map(({ field }) => findCauses(book, field, shown));
  const countExplained = (requirement: StatedId): number =>
    candidates.filter((causes) => causes.includes(requirement)).length;
  return mismatches.map((mismatch, index) => {
    const causes = candidates[index] ?? [];
    const maxExplained = Math.max(...causes.map(countExplained));
    const best = causes.filter((requirement) => countExplained(requirement) === maxExplained);
    return { ...mismatch, requirements: best.slice(-maxRequirements) };
  });
}

/** Returns the requirements that a wrong value of a field may break, in the order of their calls. */
function findCauses(book: Book, field: string, shown: ShownBook): readonly StatedId[] {
  const value = shown.attributes[field];
  const fieldClaims = book.claims.filter((claim) => claim.field === field);
  const setAt = book.claims.findLastIndex((claim) => claim.field === field && claim.previous);
  // Calls before the one that set the field cannot have lost its value.
  const generalClaims = isStatusLike(field)
    ? []
    : book.claims.filter((claim, index) => claim.field === '*' && index > setAt);
  const latestClaim = fieldClaims.at(-1) ?? generalClaims.at(-1);
  const withoutCause: StatedId =
    field === 'status' && !shown.mayLag ? 'status.changed-only-by' : shown.defaultRequirement;
  if (latestClaim === undefined) return [withoutCause];
  if (field === 'chapters' && latestClaim.requirement.startsWith('chapters.')) {
    return blameChapters(book, value);
  }
  if (field !== 'files') {
    const { newBookStatus } = shown;
    const causes = selectCauses(fieldClaims, generalClaims, { field, value, newBookStatus });
    return causes.length > 0 ? getUniqueRequirements(causes) : [withoutCause];
  }
  const kind = classifyFilesMismatch(book, value);
  const matchingClaims = fieldClaims.filter(
    ({ requirement }) =>
      kind === 'others' || (kind === 'more') === brokenBySurplusFiles.includes(requirement),
  );
  // An update may have lost files, but it is unlikely to have added any.
  const losses = kind === 'more' ? [] : generalClaims;
  const causes = selectCauses(matchingClaims, losses, { field, value, newBookStatus: undefined });
  return getUniqueRequirements(causes.length > 0 ? causes : fieldClaims);
}

interface WrongValue extends Pick<ShownBook, 'newBookStatus'> {
  readonly field: string;
  readonly value: unknown;
}

/**
 * Returns the claims of the calls that can be the cause. Calls that had to keep all fields count only if no call
 * about this field can be the cause.
 */
function selectCauses(
  fieldClaims: readonly Claim[],
  generalClaims: readonly Claim[],
  wrongValue: WrongValue,
): readonly Claim[] {
  const setAt = fieldClaims.findLastIndex(({ previous }) => previous !== undefined);
  const previous = fieldClaims[setAt]?.previous;
  const setters =
    previous === undefined ? [] : fieldClaims.filter((claim) => claim.previous === previous);
  const updates = generalClaims.filter(
    ({ requirement }) => requirement === 'update.keeps-the-rest',
  );
  const mayBeLost = updates.length > 0;
  const hasFailed = (claim: Claim): boolean =>
    showsPreviousValue(claim, wrongValue, mayBeLost) || mayHaveStartedSo(claim, wrongValue);
  if (setters.some(hasFailed)) return setters;
  const laterCauses = fieldClaims
    .slice(setAt + 1)
    .filter((claim) => mayHaveStored(claim, wrongValue));
  if (laterCauses.length > 0) return laterCauses;
  if (mayBeLost) return updates;
  return setters.length > 0 ? setters : generalClaims.slice(-1);
}

/**
 * Returns whether the value is the one before the call. If the call's own response showed the right value, a later
 * call may have restored the previous one.
 */
function showsPreviousValue(
  { previous, isConfirmed }: Claim,
  { field, value }: WrongValue,
  mayBeLost: boolean,
): boolean {
  if (previous === undefined || !allows(previous, value, getComparison(field))) return false;
  return isConfirmed !== true || (getOnlyValue(previous) !== undefined && !mayBeLost);
}

/**
 * Returns whether a new book had a wrong status from the start, as far as is known. If the create did not show a draft,
 * a later refused call is to blame only if other new books were drafts.
 */
function mayHaveStartedSo(
  { requirement, isConfirmed }: Claim,
  { newBookStatus }: WrongValue,
): boolean {
  const isLikely = isConfirmed === true ? newBookStatus === 'other' : newBookStatus !== 'draft';
  return requirement === 'create.draft' && isLikely;
}

/** Returns whether the value is the one that a refused call would have stored. */
function mayHaveStored({ refusedValue }: Claim, { field, value }: WrongValue): boolean {
  if (refusedValue === undefined) return true;
  if (field !== 'files' || !isArray(refusedValue)) {
    return getComparison(field)(refusedValue, value);
  }
  const ids = readIds(value);
  return ids.size === 0 || refusedValue.some((id) => typeof id === 'string' && ids.has(id));
}

function isStatusLike(field: string): boolean {
  return field === 'status' || field === 'imprint';
}

/** Requirements that surplus files break. Missing files break the others. */
const brokenBySurplusFiles: readonly StatedId[] = [
  'account.guards-files',
  'attach.refused-changes-nothing',
  'attach.references-only-after',
  'auth.no-effect',
  'create.no-files',
];

function getUniqueRequirements(claims: readonly Claim[]): readonly StatedId[] {
  return [...new Set(claims.map(({ requirement }) => requirement))];
}
