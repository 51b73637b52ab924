/** Finds books, changes their fields and chapters, and loses no concurrent change. */
import { createHash } from 'node:crypto';
import { readFields } from '../contract/fields.ts';
import type { RequirementId } from '../contract/requirements.ts';
import type { Book, AttachedFile, Chapter, Fields } from './book/index.ts';
import type { Call, Parts } from './replaceable-parts/index.ts';
import {
  createNotFound,
  applyReading,
  refuseIfAny,
  type Concern,
  type Readings,
} from './readings/index.ts';
import type { ExternalIdRule, Row } from './store/index.ts';
import { findChapterConcerns } from './concerns/index.ts';
import type { SentFields } from './shapes/index.ts';

/** @throws Refusal that names the requirement if the account has no such book */
export async function findBook(call: Call, parts: Parts, requirement: RequirementId) {
  const book = await parts.store.readBook(call.bookId);
  const isOwn = book !== undefined && book.account === call.account.id;
  if (isOwn && book.deletedAt === undefined) return book;
  if (book !== undefined && !isOwn && parts.readings.tenancy === '403') {
    throw createNotFound('tenancy', 'This book belongs to another account.', 403);
  }
  throw createNotFound(requirement, 'Book not found.');
}

/**
 * Reads a book and computes its next state with `decide`. The new state replaces only the version from which
 * it was computed. If another change was faster, starts again.
 * @param decide returns the same record to leave the book unchanged
 * @returns the book as it is now stored
 */
export async function changeBook(
  find: () => Promise<Book>,
  decide: (book: Book) => Book | Promise<Book>,
  { call, parts }: { readonly call: Pick<Call, 'now'>; readonly parts: Parts },
): Promise<Book> {
  for (;;) {
    const book = await find();
    const changedBook = await decide(book);
    if (changedBook === book) return book;
    const nextBook = { ...changedBook, version: book.version + 1, updatedAt: call.now };
    const outcome = await parts.store.replaceBook(toRow(nextBook, parts));
    if (outcome === 'taken') refuseTakenId(parts);
    if (outcome === 'written') return nextBook;
  }
}

export function refuseTakenId({ readings }: Parts): never {
  const place = {
    name: 'externalId',
    reason: 'Another book of this account has this external id.',
  };
  refuseIfAny(applyReading(readings, 'create.duplicate-external-id', place));
  throw new Error('The store refused an external id, although the reading lets books share one.');
}

export function toRow(book: Book, parts: Parts): Row {
  const { present, readings } = parts;
  const isDeleted = book.deletedAt !== undefined;
  const rule = getExternalIdRule(readings);
  const allowsDuplicates = readings['create.duplicate-external-id'] === 'accepted';
  return {
    book,
    item: JSON.stringify(present.item(book)),
    readingsHash: hashItemForm(parts),
    externalId: { ...rule, unique: !allowsDuplicates && (!isDeleted || rule.keptByDeleted) },
    isListed: !isDeleted || readings['delete.effect'] === 'tombstone',
  };
}

export function getExternalIdRule(readings: Parts['readings']): ExternalIdRule {
  return {
    ignoresCase: readings['external.case'] === 'insensitive',
    keptByDeleted: readings['external.deleted'] === 'taken',
  };
}

const hashes = new WeakMap<Parts['readings'], string>();

/** Returns a hash of what determines the form of list items: the readings, and the fields in the contract. */
export function hashItemForm({ contract, readings }: Parts): string {
  const cached = hashes.get(readings);
  if (cached !== undefined) return cached;
  const form = JSON.stringify([readings, readFields(contract).item.all]);
  const hash = createHash('sha256').update(form).digest('hex').slice(0, 12);
  hashes.set(readings, hash);
  return hash;
}

/**
 * Ends the review of a book.
 * @param status returns the next status of the book
 * @param review if `dueBy` is given, the book stays unchanged unless its review is still due at that time,
 * because another request may have ended the review
 */
export async function endReview(
  bookId: string,
  status: (book: Book) => string,
  review: { readonly now: number; readonly parts: Parts; readonly dueBy?: number },
): Promise<void> {
  const find = async () => {
    const book = await review.parts.store.readBook(bookId);
    if (book === undefined) throw createNotFound('read.unknown-404', 'Book not found.');
    return book;
  };
  const decide = (storedBook: Book) => {
    const { reviewedAt, ...book } = storedBook;
    if (review.dueBy !== undefined && (reviewedAt ?? Infinity) > review.dueBy) return storedBook;
    return { ...book, status: status(book) };
  };
  await changeBook(find, decide, { call: { now: review.now }, parts: review.parts });
}

interface ChapterChange {
  readonly concerns: readonly Concern[];
  readonly change: {
    readonly chapters?: readonly Chapter[];
    readonly files?: readonly AttachedFile[];
  };
}

export async function changeChapters(
  book: Book,
  entries: readonly Chapter[] | null | undefined,
  parts: Parts,
): Promise<ChapterChange> {
  const { readings, rules } = parts;
  if (entries === undefined) return { concerns: [], change: {} };
  if (book.chapters === null) {
    const place = { name: 'chapters', reason: 'Only audiobooks have chapters.' };
    return { concerns: applyReading(readings, 'chapters.non-audio', place), change: {} };
  }
  if (entries === null || entries.length === 0) return removeChapters(entries, parts);
  const concerns = await findChapterConcerns(book, entries, parts);
  const chapters = rules.mergeChapters(book.chapters, entries);
  return { concerns, change: { chapters, ...detachFiles(book, chapters, parts) } };
}

/** Removes all chapters if the reading says so. The contract layer has refused the request if a reading wants that. */
function removeChapters(entries: null | readonly unknown[], { readings }: Parts): ChapterChange {
  const silence = entries === null ? 'chapters.null' : 'chapters.empty-array';
  return { concerns: [], change: readings[silence] === 'clears' ? { chapters: [] } : {} };
}

function detachFiles(book: Book, chapters: readonly Chapter[], { readings, rules }: Parts) {
  if (readings['chapters.file-still-attached'] === 'attached') return {};
  const idsBefore = (book.chapters ?? []).map(({ fileId }) => fileId);
  const unmappedIds = new Set(rules.findUnmappedFiles(idsBefore, chapters));
  return { files: book.files.filter(({ id }) => !unmappedIds.has(id)) };
}

export type FieldsToStore = { readonly [Field in keyof Fields]?: Fields[Field] };

export function getDefaultFields({ contract }: Pick<Parts, 'contract'>): Fields {
  const { initialValues }: { readonly initialValues: unknown } = readFields(contract);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- one value for each client field of the contract
  return initialValues as Fields;
}

export function createDraft(fields: FieldsToStore, now: number, parts: Parts) {
  return {
    ...getDefaultFields(parts),
    ...fields,
    id: parts.newId(),
    createdAt: now,
    updatedAt: now,
    status: 'draft',
    files: [],
    chapters: fields.format === 'audio' ? [] : null,
  };
}

/**
 * Returns the sent fields as they are stored: languages in upper case, ISBN and date in their stored spelling, and the
 * default instead of null.
 * @param names the fields that the operation sets
 */
export function prepareFields(
  body: SentFields,
  names: readonly string[],
  { contract, rules }: Pick<Parts, 'contract' | 'rules'>,
): FieldsToStore {
  const { client, initialValues } = readFields(contract);
  const sentFields: Readonly<Record<string, unknown>> = { ...body };
  const fields: Record<string, unknown> = {};
  for (const name of names) {
    if (!client.includes(name) || sentFields[name] === undefined) continue;
    fields[name] = sentFields[name] ?? initialValues[name];
  }
  const { language, isbn, publicationDate } = body;
  if (language) fields['language'] = language.map((code) => rules.formatLanguageCode(code));
  if (typeof isbn === 'string') fields['isbn'] = rules.spellIsbn(isbn).storedValue;
  if (typeof publicationDate === 'string') {
    fields['publicationDate'] = rules.parseDate(publicationDate) ?? publicationDate;
  }
  return fields;
}

export function changeFields(book: Book, fields: FieldsToStore, readings: Readings): FieldsToStore {
  const format = readings['update.format'] === 'accepted' ? fields.format : undefined;
  const { format: _format, ...rest } = fields;
  const details = fields.audioDetails;
  return {
    ...mergeLists(book, rest, readings),
    ...(format === undefined ? {} : { format, chapters: format === 'audio' ? [] : null }),
    ...(details ? { audioDetails: mergeDetails(book, details, readings) } : {}),
  };
}

function mergeDetails(book: Book, details: object, readings: Readings) {
  return { merged: { ...book.audioDetails, ...details }, replaced: details }[
    readings['update.audio-details-merge']
  ];
}

function mergeLists(book: Book, fields: FieldsToStore, readings: Readings): FieldsToStore {
  if (readings['update.arrays'] === 'replaced') return fields;
  const storedFields: Readonly<Record<string, unknown>> = { ...book };
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, appendTo(storedFields[name], value)]),
  );
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** Returns the stored list with the new entries, each entry once. A value that is not a list replaces the stored one. */
function appendTo(storedValue: unknown, value: unknown): unknown {
  if (!isList(value) || !isList(storedValue)) return value;
  const entries = [...storedValue, ...value];
  return [...new Map(entries.map((entry) => [JSON.stringify(entry), entry])).values()];
}
