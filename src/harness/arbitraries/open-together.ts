/** Values that a service may refuse only because of another value of the request, of its book, or of today's date. */
import { fitsFormat } from '../../contract/fields.ts';
import { isArray, isObject, type Json, type JsonObject } from '../../contract/json-pointer.ts';
import type { OperationId } from '../../contract/operations.ts';
import type { Path } from '../../contract/schema-nodes.ts';
import { isNarrator } from './books.ts';
import { daysAfter } from './dates.ts';
import type { RequestContext } from './value-kinds.ts';

interface ChangedRequest {
  readonly operation: OperationId;
  readonly value: unknown;
  /** The place of the change. */
  readonly path: Path;
}

/** Returns whether the parts of a body are open together, although each of them is right alone. */
export function isOpenTogether(
  { operation, value, path }: ChangedRequest,
  context: RequestContext,
): boolean {
  if (operation === 'requestUploads') return isArray(value) && areOpenUploads(value, context);
  if (!isObject(value)) return false;
  const isCreate = operation === 'createBook';
  if (!isCreate && operation !== 'updateBook') return false;
  const format = isCreate ? value['format'] : context.format;
  return (
    isOpenForFormat(value, { format, isCreate }) ||
    hasRepeatedCurrency(value['price']) ||
    isNearToday(value['publicationDate'], { isCreate, today: context.today }) ||
    (!isCreate && (isFixed(path) || isOpenUpdate(value, context)))
  );
}

interface Book {
  readonly format: unknown;
  readonly isCreate: boolean;
}

/** What only books of one format have, and what they need. */
function isOpenForFormat(
  { isbn, contributor, audioDetails, chapters }: JsonObject,
  { format, isCreate }: Book,
): boolean {
  const isIncomplete =
    (format === 'print' && isAbsent(isbn)) || (format === 'audio' && isAbsent(audioDetails));
  const isMisplaced =
    (isCreate || format !== undefined) &&
    ((format !== 'print' && typeof isbn === 'string') ||
      (format !== 'audio' && (isObject(audioDetails) || chapters !== undefined)));
  const hasNarrator = isArray(contributor) && contributor.some(isNarrator);
  const lacksNarrator =
    format === 'audio' && (isCreate || contributor !== undefined) && !hasNarrator;
  return (isCreate && isIncomplete) || isMisplaced || lacksNarrator;
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

/** The document shows one price for each currency. */
function hasRepeatedCurrency(prices: Json | undefined): boolean {
  return isArray(prices) && hasRepeats(prices, 'currency');
}

function hasRepeats(entries: readonly Json[], name: string): boolean {
  const values = entries.flatMap((entry) => (isObject(entry) ? [JSON.stringify(entry[name])] : []));
  return new Set(values).size < values.length;
}

/** Today's date may differ by a day from the service's. The window of an update ends on day 14. */
function isNearToday(
  date: unknown,
  { isCreate, today }: { isCreate: boolean; today: string | undefined },
): boolean {
  if (typeof date !== 'string' || today === undefined) return false;
  return date <= daysAfter(today, isCreate ? 1 : 16);
}

/** The document does not say whether these fields of a book may change. */
function isFixed([name]: Path): boolean {
  return name === 'format' || name === 'externalId';
}

/** The document does not say what an empty update does. */
function isOpenUpdate({ chapters, ...fields }: JsonObject, context: RequestContext): boolean {
  const isEmpty = Object.keys(fields).length === 0 && chapters === undefined;
  return isEmpty || (isArray(chapters) && areOpenChapters(chapters, context));
}

/** Chapters are numbered from 1, each with a file of its own. An entry for a stored chapter may leave something out. */
function areOpenChapters(
  chapters: readonly Json[],
  { storedSequences: stored = [], tracks }: RequestContext,
): boolean {
  const entries = chapters.filter(isObject);
  const sequences = entries.flatMap(({ sequence }) =>
    typeof sequence === 'number' && Number.isInteger(sequence) && sequence > 0 ? [sequence] : [],
  );
  const numbers = new Set([...sequences, ...stored]);
  const hasGaps = sequences.length === chapters.length && Math.max(0, ...numbers) > numbers.size;
  const isPartial = entries.some(
    ({ sequence, fileId, title }) =>
      stored.includes(Number(sequence)) && (fileId === undefined || title === undefined),
  );
  const hasOtherFile = entries.some(
    ({ fileId }) => isUuid(fileId) && tracks?.includes(fileId) === false,
  );
  return (
    hasGaps ||
    isPartial ||
    hasOtherFile ||
    hasRepeats(entries, 'sequence') ||
    hasRepeats(entries, 'fileId')
  );
}

function isUuid(value: Json | undefined): value is string {
  return typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
}

/** Each file has a role of the book's format, and a label and a hash of its own. Only audio content may repeat. */
function areOpenUploads(descriptors: readonly Json[], { format }: RequestContext): boolean {
  const roles = descriptors
    .filter(isObject)
    .map(({ role }) => (typeof role === 'string' ? role : ''));
  const single = roles.filter((role) => role !== 'audio_content');
  return (
    new Set(single).size < single.length ||
    hasRepeats(descriptors, 'referenceId') ||
    hasRepeats(descriptors, 'hashSha256') ||
    (format !== undefined && !roles.every((role) => fitsFormat(role, format)))
  );
}
