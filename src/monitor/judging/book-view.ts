/** Compares a full book in a response with everything known of it. */
import { isArray, isObject } from '../../contract/json-pointer.ts';
import type { StatedId } from '../../contract/requirements.ts';
import {
  allows,
  anything,
  clientFields,
  exactly,
  optionalFields,
  sameIn,
  sameStatus,
  type Book,
  type ClientField,
  type Field,
  type Possible,
  type Same,
} from '../world/index.ts';
import { withBlame } from './blame.ts';
import { findChapterMismatch, learnChapters } from './chapter-view.ts';
import { findFilesMismatch, learnFiles } from './file-view.ts';
import { conforms, drifts, formatValue, type Finding, type Mismatch } from './verdicts.ts';

type Attributes = Readonly<Record<string, unknown>>;

/** The place in a response that shows a book. */
export interface View {
  readonly attributes: Attributes;
  /** JSON pointer to the attributes. */
  readonly pointer: string;
  /** The requirement that a mismatch breaks if no claim names another one. */
  readonly blame: StatedId;
  /** True if a response like this may lag behind a write; `at` is the time that measures lag. */
  readonly lag: { readonly at: number; readonly length: number } | undefined;
}

/** A value of another JSON type, and a required property that is absent, is for the schema to judge. */
function hasKnownType(name: ClientField, permitted: Possible, actual: unknown): boolean {
  if (actual === undefined) return optionalFields.includes(name);
  if (actual === null || 'except' in permitted) return true;
  const typeOf = (value: unknown): string => (isArray(value) ? 'array' : typeof value);
  const types = permitted.among.filter((value) => value !== null).map(typeOf);
  return types.length === 0 || types.includes(typeOf(actual));
}

/** Fields that differ from what is known; chapters and files among them. */
function findMismatches(book: Book, view: View): readonly Mismatch[] {
  const { attributes, lag } = view;
  const values = clientFields.flatMap((name) => {
    const actual = attributes[name];
    const permitted = getPermittedValues(book.fields[name], lag, sameIn(name));
    const right = allows(permitted, actual, sameIn(name)) || !hasKnownType(name, permitted, actual);
    return right ? [] : [createMismatch(name, permitted, actual)];
  });
  const { status } = attributes;
  const statuses = getPermittedValues(book.status, lag, sameStatus);
  const wrongStatus = typeof status === 'string' && !allows(statuses, status, sameStatus);
  // A lookup that lags shows older chapters and files, of which nothing is kept.
  const late = lag !== undefined && lag.at - book.status.changedAt <= lag.length;
  return [
    ...values,
    ...(wrongStatus ? [createMismatch('status', statuses, status)] : []),
    ...(late ? [] : (findChapterMismatch(book, attributes['chapters']) ?? [])),
    ...(late ? [] : (findFilesMismatch(book, attributes['files']) ?? [])),
    ...(findImprintMismatch(book, attributes['imprint']) ?? []),
  ];
}

/** Returns what a field may show: for a while after a write, lists and lookups may show the old value. */
export function getPermittedValues(field: Field, lag: View['lag'], same: Same): Possible {
  const late = lag !== undefined && lag.at - field.changedAt <= lag.length;
  if (!late || field.before === undefined) return field.now;
  const all = [field.now, field.before];
  if (all.some((one) => 'except' in one)) return anything;
  return { among: all.flatMap((one) => ('among' in one ? one.among : [])).filter(uniqueBy(same)) };
}

function uniqueBy(same: Same) {
  return (value: unknown, index: number, all: readonly unknown[]) =>
    all.findIndex((other) => same(other, value)) === index;
}

function createMismatch(field: string, permitted: Possible, actual: unknown): Mismatch {
  const expected =
    'among' in permitted
      ? permitted.among.map((value) => formatValue(value ?? null)).join(' or ')
      : `anything but ${permitted.except.map(formatValue).join(' or ')}`;
  const [only, ...others] = 'among' in permitted ? permitted.among : [];
  const isOne = 'among' in permitted && others.length === 0;
  const values = isOne ? { values: { expected: only ?? null, actual } } : {};
  return { field, expected, actual: formatValue(actual), ...values };
}

/** Only the service sets an imprint, so one that a client sent must not show. */
function findImprintMismatch(book: Book, imprint: unknown): readonly Mismatch[] | undefined {
  const sent = book.sentImprints.some(
    (one) => isObject(one) && isObject(imprint) && one['id'] === imprint['id'],
  );
  const was = 'among' in book.imprint ? book.imprint.among[0] : undefined;
  const before = isObject(was) && isObject(imprint) && was['id'] === imprint['id'];
  if (!sent || before) return undefined;
  return [
    { field: 'imprint', expected: 'an imprint set by the service', actual: formatValue(imprint) },
  ];
}

/** Judges a full book. Returns the requirements that mismatches break, and those that matches prove. */
export function judgeView(book: Book, view: View): readonly Finding[] {
  const mismatches = withBlame(book, findMismatches(book, view), {
    ...view,
    mayLag: view.lag !== undefined,
  });
  const wrong = new Set(mismatches.map(({ field }) => field));
  const broken = mismatches.flatMap(({ field, expected, requirements, ...sides }) =>
    requirements.map((requirement) =>
      drifts(requirement, {
        ...sides,
        expected: `${field}: ${expected}`,
        pointer: `${view.pointer}/${field}`,
      }),
    ),
  );
  const blamed = new Set(broken.map(({ requirement }) => requirement));
  const kept = book.claims.filter(
    ({ field, requirement }) =>
      !blamed.has(requirement) && (field === '*' ? wrong.size === 0 : !wrong.has(field)),
  );
  const requirements = new Set([
    ...kept.map(({ requirement }) => requirement),
    ...(blamed.has(view.blame) || wrong.size > 0 ? [] : [view.blame]),
  ]);
  return [...broken, ...[...requirements].map((one) => conforms(one, 'what is known of the book'))];
}

/**
 * Returns one of our books after an undisturbed response showed it in full. A value that contradicts what was known
 * is reported once; it is not believed, and later responses are not compared with it.
 */
export function learnBook(book: Book, view: View): Book {
  const { attributes } = view;
  const wrong = new Set(findMismatches(book, view).map(({ field }) => field));
  // The names stay the same, but Object.fromEntries loses their types.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  const fields = Object.fromEntries(
    clientFields.map((name) => {
      const now = exactly(attributes[name] ?? null);
      return [name, learnField(book.fields[name], now, wrong.has(name))];
    }),
  ) as Book['fields'];
  const { status } = attributes;
  return {
    ...book,
    fields,
    status: learnField(book.status, statusAfter(book, status), wrong.has('status')),
    seenStatus: typeof status === 'string' && !wrong.has('status') ? status : undefined,
    chapters: wrong.has('chapters') ? undefined : learnChapters(book, attributes['chapters']),
    files: wrong.has('files') ? undefined : learnFiles(book, attributes['files']),
    imprint: isObject(attributes['imprint']) ? exactly(attributes['imprint']) : book.imprint,
    claims: [],
  };
}

/** The claims of a book of which the response to the call itself shows that its fields are set. */
export function confirmClaims(book: Book, view: View): Book['claims'] {
  const wrong = new Set(findMismatches(book, view).map(({ field }) => field));
  return book.claims.map((claim) =>
    claim.was === undefined || wrong.has(claim.field) ? claim : { ...claim, confirmed: true },
  );
}

function learnField(field: Field, now: Possible, contradicted: boolean): Field {
  const { choice: _shown, ...settled } = field;
  if (contradicted) return { ...settled, now: anything, doubted: true };
  return field.doubted === true ? settled : { ...settled, now };
}

/**
 * A book on its way to the stores moves by itself, but neither becomes a draft again nor is it
 * withdrawn without an unpublish. One that was withdrawn does not go back to the stores.
 */
export function statusAfter(
  { status, wasPublished, wasUnpublished }: Book,
  seen: unknown,
): Possible {
  if (typeof seen !== 'string' || (wasPublished && seen === 'draft')) return status.now;
  if (!wasPublished) return exactly(seen);
  if (seen === 'withdrawn') return { except: ['draft', 'in_review', 'published'] };
  return { except: wasUnpublished ? ['draft'] : ['draft', 'withdrawn'] };
}
