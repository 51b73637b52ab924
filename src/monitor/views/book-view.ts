/** Compares a full book in a response with what is known of it. */
import { readFields } from '../../contract/fields.ts';
import { isArray, isObject, type JsonObject } from '../../contract/json-pointer.ts';
import type { StatedId } from '../../contract/requirements.ts';
import {
  allows,
  anyValue,
  type Book,
  createFields,
  exactly,
  type Field,
  getComparison,
  getField,
  type IsSame,
  isSameStatus,
  type PossibleValues,
} from '../world/index.ts';
import { getLateStatuses, withShownPublish } from '../book-state/index.ts';
import { isWithdrawnLate, readChangeWithoutCall, type StatusHabits } from './status-view.ts';
import { withBlame } from './blame.ts';
import { findChapterMismatch, learnChapters } from './chapter-view.ts';
import { findFilesMismatch, learnFiles } from './file-view.ts';
import { conforms, drifts, formatValue, type Judgement, type Mismatch } from './verdicts.ts';

/** The place in a response that shows a book. */
export interface View {
  readonly attributes: JsonObject;
  /** JSON pointer to the attributes. */
  readonly pointer: string;
  /** The requirement that a mismatch breaks if no claim names another one. */
  readonly defaultRequirement: StatedId;
  /** Given if a response like this may lag behind a write; `at` is the time on the clock that measures lag. */
  readonly lag: { readonly at: number; readonly length: number } | undefined;
  /** Absent for the response to a write, whose status the call decides. */
  readonly statusHabits?: StatusHabits | undefined;
}

/** Returns false for a value of another JSON type and for a missing required property, which the schema judges. */
function hasKnownType(name: string, permitted: PossibleValues, actual: unknown): boolean {
  if (actual === undefined) return !readFields().book.required.includes(name);
  if (actual === null || 'except' in permitted) return true;
  const typeOf = (value: unknown): string => (isArray(value) ? 'array' : typeof value);
  const types = permitted.among.filter((value) => value !== null).map(typeOf);
  return types.length === 0 || types.includes(typeOf(actual));
}

/** Returns the fields that differ from what is known, including chapters and files. */
function findMismatches(book: Book, view: View): readonly Mismatch[] {
  const { attributes, lag } = view;
  const fieldMismatches = Object.entries(book.fields).flatMap(([name, field]) => {
    const actual = attributes[name];
    const permitted = getPermittedValues(field, lag, getComparison(name));
    const isRight =
      allows(permitted, actual, getComparison(name)) || !hasKnownType(name, permitted, actual);
    return isRight ? [] : [createMismatch(name, permitted, actual)];
  });
  const { status } = attributes;
  const statuses = getPermittedValues(book.status, lag, isSameStatus);
  const isStatusWrong =
    typeof status === 'string' &&
    !allows(statuses, status, isSameStatus) &&
    !mayShowStatus(book, view);
  // A lookup that lags may show older chapters and files, which the monitor does not remember.
  const mayLag = lag !== undefined && lag.at - book.status.changedAt <= lag.length;
  return [
    ...fieldMismatches,
    ...(isStatusWrong ? [createMismatch('status', statuses, status)] : []),
    ...(mayLag ? [] : (findChapterMismatch(book, attributes['chapters']) ?? [])),
    ...(mayLag ? [] : (findFilesMismatch(book, attributes['files']) ?? [])),
    ...(findImprintMismatch(book, attributes['imprint']) ?? []),
  ];
}

/** Returns whether a book may show its status although no call explains it. */
function mayShowStatus(book: Book, { attributes, statusHabits }: View): boolean {
  const { status } = attributes;
  if (statusHabits === undefined) return false;
  return (
    isWithdrawnLate(book, status, statusHabits) ||
    readChangeWithoutCall(book, status, statusHabits) !== undefined
  );
}

/** Returns the values that a field may show. For a while after a write, lists and lookups may show the previous ones. */
export function getPermittedValues(field: Field, lag: View['lag'], isSame: IsSame): PossibleValues {
  const mayLag = lag !== undefined && lag.at - field.changedAt <= lag.length;
  if (!mayLag || field.previous === undefined) return field.current;
  const alternatives = [field.current, field.previous];
  if (alternatives.some((possible) => 'except' in possible)) return anyValue;
  return {
    among: alternatives
      .flatMap((possible) => ('among' in possible ? possible.among : []))
      .filter(uniqueBy(isSame)),
  };
}

function uniqueBy(isSame: IsSame) {
  return (value: unknown, index: number, values: readonly unknown[]) =>
    values.findIndex((other) => isSame(other, value)) === index;
}

/** Lists the permitted values, or those that are not permitted. */
export function describePermitted(permitted: PossibleValues): string {
  return 'among' in permitted
    ? permitted.among.map((value) => formatValue(value ?? null)).join(' or ')
    : `anything but ${permitted.except.map(formatValue).join(' or ')}`;
}

function createMismatch(field: string, permitted: PossibleValues, actual: unknown): Mismatch {
  const expected = describePermitted(permitted);
  const [value, ...otherValues] = 'among' in permitted ? permitted.among : [];
  const isSingle = 'among' in permitted && otherValues.length === 0;
  const values = isSingle ? { values: { expected: value ?? null, actual } } : {};
  return { field, expected, actual: formatValue(actual), ...values };
}

/** Only the service sets an imprint, so a response must not show the id or the name of one that a client sent. */
function findImprintMismatch(book: Book, imprint: unknown): readonly Mismatch[] | undefined {
  if (!isObject(imprint)) return undefined;
  const knownImprint = 'among' in book.imprint ? book.imprint.among[0] : undefined;
  const showsSent = ['id', 'name'].some((name) => {
    const shows = (other: unknown): boolean =>
      isObject(other) && typeof other[name] === 'string' && other[name] === imprint[name];
    return book.sentImprints.some(shows) && !shows(knownImprint);
  });
  if (!showsSent) return undefined;
  return [
    { field: 'imprint', expected: 'an imprint set by the service', actual: formatValue(imprint) },
  ];
}

/** Judges a full book: mismatches break requirements, and matches prove them. */
export function judgeView(book: Book, view: View): readonly Judgement[] {
  const mismatches = withBlame(book, findMismatches(book, view), {
    ...view,
    mayLag: view.lag !== undefined,
    newBookStatus: view.statusHabits?.getNewBookStatus(book),
  });
  const wrongFields = new Set(mismatches.map(({ field }) => field));
  const drifting = mismatches.flatMap(({ field, expected, requirements, ...sides }) =>
    requirements.map((requirement) =>
      drifts(requirement, {
        ...sides,
        expected: `${field}: ${expected}`,
        pointer: `${view.pointer}/${field}`,
      }),
    ),
  );
  const brokenRequirements = new Set(drifting.map(({ requirement }) => requirement));
  const metClaims = book.claims.filter(
    ({ field, requirement }) =>
      !brokenRequirements.has(requirement) &&
      (field === '*' ? wrongFields.size === 0 : !wrongFields.has(field)),
  );
  const requirements = new Set([
    ...metClaims.map(({ requirement }) => requirement),
    ...(brokenRequirements.has(view.defaultRequirement) || wrongFields.size > 0
      ? []
      : [view.defaultRequirement]),
  ]);
  return [
    ...drifting,
    ...[...requirements].map((requirement) => conforms(requirement, 'what is known of the book')),
  ];
}

/**
 * Returns what is known of a book after a response that shows it in full. A value that contradicts what was known
 * drifts only once: after that, nothing is known about the field.
 */
export function learnBook(book: Book, view: View): Book {
  const { attributes, statusHabits } = view;
  const wrongFields = new Set(findMismatches(book, view).map(({ field }) => field));
  const isLate = statusHabits && isWithdrawnLate(book, attributes['status'], statusHabits);
  const fields = createFields((name) =>
    learnField(getField(book, name), exactly(attributes[name] ?? null), wrongFields.has(name)),
  );
  const { status } = attributes;
  const shownBook = withShownPublish(book, status);
  const isStatusKnown =
    typeof status === 'string' &&
    !wrongFields.has('status') &&
    shownBook.queuedPublishes === undefined;
  return {
    ...shownBook,
    fields,
    status: learnField(book.status, predictStatus(shownBook, status), wrongFields.has('status')),
    seenStatus: isStatusKnown ? status : undefined,
    chapters: wrongFields.has('chapters') ? undefined : learnChapters(book, attributes['chapters']),
    files: wrongFields.has('files') ? undefined : learnFiles(book, attributes['files']),
    imprint: isObject(attributes['imprint']) ? exactly(attributes['imprint']) : book.imprint,
    claims: [],
    // The unpublish has yet to show.
    ...(isLate === true && {
      status: book.status,
      seenStatus: undefined,
      claims: book.claims.filter(({ field }) => field === 'status'),
    }),
  };
}

/** Returns the book's claims. Those that the response to the call itself confirms are marked. */
export function confirmClaims(book: Book, view: View): Book['claims'] {
  const wrongFields = new Set(findMismatches(book, view).map(({ field }) => field));
  return book.claims.map((claim) =>
    claim.previous === undefined || wrongFields.has(claim.field)
      ? claim
      : { ...claim, isConfirmed: true },
  );
}

function learnField(field: Field, value: PossibleValues, isContradicted: boolean): Field {
  const { choice: _choice, ...fieldWithoutChoice } = field;
  if (isContradicted) return { ...fieldWithoutChoice, current: anyValue, isDoubted: true };
  return field.isDoubted === true ? fieldWithoutChoice : { ...fieldWithoutChoice, current: value };
}

/**
 * Returns the statuses that a book is expected to have after it was seen in one. A published book may change its status
 * by itself. It is surprising if it becomes a draft again or is withdrawn without an unpublish, and it does not return
 * from there. While a publish is queued, its status may still arrive.
 */
export function predictStatus(book: Book, shownStatus: unknown): PossibleValues {
  const { status, wasPublished, wasUnpublished, queuedPublishes } = book;
  if (queuedPublishes !== undefined) return getLateStatuses(book);
  if (typeof shownStatus !== 'string') return status.current;
  if (wasPublished && shownStatus === 'draft') {
    return allows(status.current, 'draft', isSameStatus) ? status.current : exactly('draft');
  }
  if (!wasPublished) return exactly(shownStatus);
  if (shownStatus === 'withdrawn') return { except: ['draft', 'in_review', 'published'] };
  return { except: wasUnpublished ? ['draft'] : ['draft', 'withdrawn'] };
}
