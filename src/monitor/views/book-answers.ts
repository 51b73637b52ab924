/** Finds which readings of silences a full book shows. What a careful reader would not expect is compared here, too. */
import { readFields } from '../../contract/fields.ts';
import { isArray, isObject, type JsonObject } from '../../contract/json-pointer.ts';
import { getKnownValue, findHolders, type Question } from '../grounds/index.ts';
import {
  allows,
  type Book,
  type Claim,
  getComparison,
  getField,
  getOnlyValue,
  hasOrderOf,
  type PossibleValues,
} from '../world/index.ts';
import { formatValue, type ObservedReading } from './verdicts.ts';

/** Returns the readings that the attributes of a known book show. */
export function readBookAnswers(book: Book, attributes: JsonObject): readonly ObservedReading[] {
  return [
    ...readStatusAnswer(attributes['status'], '/data/attributes/status'),
    ...readFinalFlag(book, attributes['isFinalVersion']),
    ...readNewChapters(book, attributes['chapters']),
    ...readEmptyTexts(book, attributes),
    ...readOtherFormatIsbn(book, attributes['isbn']),
    ...readPartialUpdates(book, attributes),
    ...readLeftOut(book, attributes, '/data/attributes'),
    ...readListOrder(book, attributes, '/data/attributes'),
    ...readImprint(book, attributes['imprint']),
    ...readFilesEntries(attributes['files']),
  ];
}

/** Returns whether a status is one of those that the document names. */
export function readStatusAnswer(status: unknown, pointer: string): readonly ObservedReading[] {
  if (typeof status !== 'string') return [];
  const { statuses } = readFields();
  if (statuses.includes(status)) return [{ silence: 'status.closed', reading: 'closed' }];
  const expected = `one of ${statuses.join(', ')}`;
  const difference = { expected, actual: formatValue(status), pointer };
  return [{ silence: 'status.closed', reading: 'open', difference }];
}

/** A flag that was true may be false after a call that does not mention it. */
function readFinalFlag(book: Book, value: unknown): readonly ObservedReading[] {
  const { mayReset } = getField(book, 'isFinalVersion');
  if (mayReset !== true || typeof value !== 'boolean') return [];
  if (value) return [{ silence: 'book.is-final-version.reset', reading: 'stays' }];
  const pointer = '/data/attributes/isFinalVersion';
  const difference = { expected: 'true, as before', actual: 'false', pointer };
  return [{ silence: 'book.is-final-version.reset', reading: 'resets', difference }];
}

function readNewChapters(book: Book, value: unknown): readonly ObservedReading[] {
  const isEmpty = book.chapters?.every((list) => list.length === 0) === true;
  if (!isEmpty || getKnownValue(book, 'format') !== 'audio') return [];
  if (value === null) return [{ silence: 'chapters.new-audio-value', reading: 'null' }];
  const isEmptyList = isArray(value) && value.length === 0;
  return isEmptyList ? [{ silence: 'chapters.new-audio-value', reading: 'empty-array' }] : [];
}

/** The document does not say whether an empty text is stored as one. */
function readEmptyTexts(book: Book, attributes: JsonObject): readonly ObservedReading[] {
  return Object.entries(book.fields).flatMap(([name, { current }]): readonly ObservedReading[] => {
    if (!('among' in current) || current.among[0] !== '') return [];
    const silence = 'book.empty-text';
    if (attributes[name] === '') return [{ silence, reading: 'kept' }];
    if (attributes[name] !== null) return [];
    const difference = { expected: '""', actual: 'null', pointer: `/data/attributes/${name}` };
    return [{ silence, reading: 'null', difference }];
  });
}

/** The document does not say that a refused update stores none of its valid values. */
function readPartialUpdates(book: Book, attributes: JsonObject): readonly ObservedReading[] {
  const refusals = book.claims.filter(
    ({ requirement, refusedValue }) =>
      requirement === 'update.refused-changes-nothing' && refusedValue !== undefined,
  );
  // The final flag may also be another one because an earlier call cleared it.
  const fields = new Set(refusals.map(({ field }) => field));
  return [...fields]
    .filter((field) => field !== 'status' && field !== 'isFinalVersion')
    .flatMap((field): readonly ObservedReading[] => {
      const own = refusals.filter((claim) => claim.field === field);
      const before = getValueBefore(book, field, own);
      if (before === undefined) return [];
      const [silence, shown] = ['update.atomic', attributes[field]] as const;
      const isSame = getComparison(field);
      if (isSame(before.value, shown)) return [{ silence, reading: 'all-or-nothing' }];
      if (!own.some(({ refusedValue }) => isSame(refusedValue, shown))) return [];
      const [expected, actual] = [formatValue(before.value), formatValue(shown)];
      const difference = { expected, actual, pointer: `/data/attributes/${field}` };
      return [{ silence, reading: 'partial', difference }];
    });
}

/**
 * Returns the only value that a field can have if no refused update has stored one; undefined if there is no such value,
 * if an update that was accepted may have stored it, or if each refused value was invalid.
 */
function getValueBefore(
  { claims, fields }: Book,
  name: string,
  refusals: readonly Claim[],
): { readonly value: unknown } | undefined {
  const { current } = fields[name] ?? {};
  const wasSet = claims.some(({ field, previous }) => field === name && previous !== undefined);
  if (current === undefined || wasSet || !('among' in current)) return undefined;
  const isSame = getComparison(name);
  const others = current.among.filter(
    (value) => !refusals.some(({ refusedValue }) => isSame(refusedValue, value)),
  );
  const [value] = others;
  return others.length === 1 && current.among.length > 1 ? { value } : undefined;
}

/** The document describes the ISBN for print books only. The first response that shows it decides for another format. */
function readOtherFormatIsbn(book: Book, value: unknown = null): readonly ObservedReading[] {
  const { current } = getField(book, 'isbn');
  if (!('among' in current) || current.among.length !== 2) return [];
  const [sent, none] = current.among;
  if (typeof sent !== 'string' || sent === '' || none !== null) return [];
  // A refused update, or one that clears it, leaves open whether the book has one.
  const isUnsettled = book.claims.some(
    ({ field, refusedValue, previous }) =>
      field === 'isbn' &&
      (refusedValue !== undefined ||
        (previous !== undefined && allows(previous, sent, getComparison('isbn')))),
  );
  if (isUnsettled) return [];
  const silence = 'isbn.formats';
  if (getComparison('isbn')(sent, value)) return [{ silence, reading: 'accepted' }];
  if (value !== null) return [];
  const difference = { expected: sent, actual: 'null', pointer: '/data/attributes/isbn' };
  return [{ silence, reading: 'ignored', difference }];
}

/**
 * The document does not say that a field which a create leaves out has no value.
 * @param place the JSON pointer of the attributes
 */
export function readLeftOut(
  { fields }: Book,
  attributes: JsonObject,
  place: string,
): readonly ObservedReading[] {
  return Object.entries(fields).flatMap(([name, field]): readonly ObservedReading[] => {
    const value = attributes[name];
    // The first response that shows it decides.
    if (field.isLeftOut !== true || !('except' in field.current) || value === undefined) return [];
    const silence = 'create.left-out';
    if (value === null || (isArray(value) && value.length === 0))
      return [{ silence, reading: 'empty' }];
    const pointer = `${place}/${name}`;
    const difference = { expected: 'no value', actual: formatValue(value), pointer };
    return [{ silence, reading: 'filled-in', difference }];
  });
}

/** The document does not say that lists of values keep their order. */
export function readListOrder(
  book: Book,
  attributes: JsonObject,
  place: string,
): readonly ObservedReading[] {
  for (const [name, { current }] of Object.entries(book.fields)) {
    const value = attributes[name];
    const known = getOnlyValue(current)?.value;
    if (!isArray(value) || !isArray(known) || known.length !== value.length) continue;
    if (known.length < 2 || hasOrderOf(known, value, name)) continue;
    const [expected, actual] = [formatValue(known), formatValue(value)];
    const difference = { expected, actual, pointer: `${place}/${name}` };
    return [{ silence: 'book.list-order', reading: 'changed', difference }];
  }
  return [];
}

function readImprint({ imprint }: Book, value: unknown): readonly ObservedReading[] {
  const known = getOnlyImprint(imprint);
  if (known === undefined || !isObject(value) || known['id'] === value['id']) return [];
  const [expected, actual] = [formatValue(known), formatValue(value)];
  const difference = { expected, actual, pointer: '/data/attributes/imprint' };
  return [{ silence: 'book.imprint.changes', reading: 'yes', difference }];
}

function getOnlyImprint(imprint: PossibleValues): JsonObject | undefined {
  const known = getOnlyValue(imprint)?.value;
  return isObject(known) ? known : undefined;
}

function readFilesEntries(files: unknown): readonly ObservedReading[] {
  const odd = (isArray(files) ? files : []).find((entry) => !isObject(entry));
  if (odd === undefined) return [];
  const actual = formatValue(odd);
  const difference = { expected: 'an object', actual, pointer: '/data/attributes/files' };
  return [{ silence: 'attach.files-entry-type', reading: 'other', difference }];
}

interface Place {
  readonly question: Question;
  /** JSON pointer to the id. */
  readonly pointer: string;
}

/** Returns the reading of a response that shows an unknown book with the external id of a known one. */
export function readOtherBook(
  id: string,
  externalId: string,
  { question, pointer }: Place,
): readonly ObservedReading[] {
  const [holder, ...others] = findHolders(question, externalId);
  if (others.length > 0 || holder?.deleted !== 'no' || !holder.isOwn) return [];
  const expected = `the book ${holder.id}, which has the external id`;
  const difference = { expected, actual: id, pointer };
  return [{ silence: 'external.other-book', reading: 'yes', difference }];
}
