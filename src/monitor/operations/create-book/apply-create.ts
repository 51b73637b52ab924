/** Applies a create to the world. */
import type { JsonObject } from '../../../contract/json-pointer.ts';
import {
  getCreatedValues,
  isFilledInUnexpectedly,
  withExternalId,
  withMarks,
  withUsedMarks,
} from '../../book-state/index.ts';
import {
  isbnFormatMark,
  listCodeMarks,
  type Question,
  readSentFields,
} from '../../grounds/index.ts';
import { hasUpperCaseId, readCreatedId } from '../../responses.ts';
import {
  type Book,
  createFields,
  createUnknownBook,
  exactly,
  type PossibleValues,
  withClaims,
  type World,
} from '../../world/index.ts';
import { withForeignBook } from '../shown-book.ts';
import { listCreateParts, partMark } from './refused-create.ts';

export function applyCreate(question: Question, body: unknown): World {
  const id = readCreatedId(body);
  const fields = readSentFields(question);
  if (id === undefined || fields === undefined) return applyLostCreate(question);
  const world = withUsedMarks(question);
  if (world.books.has(id)) return world;
  const book = createOwnBook(id, fields, question);
  const { isbn, format, externalId } = fields;
  const takesIsbn = typeof isbn === 'string' && typeof format === 'string';
  const marks = [
    ...Object.keys(listCreateParts(fields)).map(partMark),
    ...listCodeMarks(fields),
    ...(takesIsbn ? [isbnFormatMark(format)] : []),
  ];
  return {
    ...withMarks(world, marks),
    upperCaseIds: world.upperCaseIds || hasUpperCaseId(body),
    books: world.books.set(id, book),
    externalIds: withExternalId(world, externalId, id),
    // A book with this external id may now come from this create.
    refusedCreates:
      typeof externalId === 'string'
        ? world.refusedCreates.delete(externalId)
        : world.refusedCreates,
  };
}

/**
 * Applies a create whose outcome, fields or id are not known: its external id may be in use. If it was wrongly accepted,
 * its response has the id of a book of which nothing else is known.
 */
export function applyLostCreate(question: Question): World {
  const externalId = readSentFields(question)?.['externalId'];
  const world = applyUnknownCreate(question, externalId);
  const id = readCreatedId(question.exchange.response?.body);
  return id === undefined ? world : withForeignBook(world, id, externalId);
}

function applyUnknownCreate(question: Question, externalId: unknown): World {
  const world = withUsedMarks(question);
  // It may be a repetition of a create that was refused before.
  if (question.call.body.kind === 'unknown') {
    return { ...world, refusedCreates: world.refusedCreates.clear() };
  }
  if (typeof externalId !== 'string') return world;
  const externalIds = world.externalIds.has(externalId)
    ? world.externalIds
    : world.externalIds.set(externalId, []);
  // A book that appears later may come from this create instead of an earlier refused one.
  return { ...world, externalIds, refusedCreates: world.refusedCreates.delete(externalId) };
}

/**
 * Applies a create that was refused: no book with its external id and title may appear later.
 * @param isValid true if nothing permits the refusal
 */
export function applyRefusedCreate(question: Question, isValid: boolean): World {
  const fields = readSentFields(question) ?? {};
  const world = isValid ? withRefusedParts(question.world, fields) : question.world;
  const { externalId, title } = fields;
  if (typeof externalId !== 'string' || world.externalIds.has(externalId)) return world;
  const wasForKey = question.exchange.response?.status === 401;
  const create = { title, reason: wasForKey ? 'key' : 'body' } as const;
  const refusedCreates = world.refusedCreates.set(externalId, create).takeLast(maxRefusedCreates);
  return { ...world, refusedCreates };
}

function withRefusedParts(world: World, fields: JsonObject): World {
  const parts = Object.keys(listCreateParts(fields));
  const { commonPartsOfWrongRefusals = parts } = world;
  return {
    ...world,
    commonPartsOfWrongRefusals: commonPartsOfWrongRefusals.filter((part) => parts.includes(part)),
  };
}

/** The number of refused creates that the monitor remembers. */
const maxRefusedCreates = 500;

function createOwnBook(
  id: string,
  fields: JsonObject,
  { world, exchange, lagTime }: Question,
): Book {
  const createField = (current: PossibleValues) =>
    ({ current, previous: undefined, changedAt: lagTime }) as const;
  const book: Book = {
    ...createUnknownBook(id, exchange.request.account, world.epoch),
    isOwn: true,
    createdInEpoch: world.epoch,
    knowsFiles: true,
    fields: createFields((name) => ({
      ...createField(getCreatedValues(name, fields[name], fields['format'])),
      ...(isFilledInUnexpectedly(name, fields[name], fields['format']) && { isLeftOut: true }),
    })),
    status: createField(exactly('draft')),
    chapters: 'chapters' in fields ? undefined : [[]],
    files: { certain: [], possible: [] },
    sentImprints: 'imprint' in fields ? [fields['imprint']] : [],
    createdAt: lagTime,
    changedAt: lagTime,
    writtenAt: lagTime,
  };
  const previous = { among: [] };
  return withClaims(book, [
    { requirement: 'create.reads-back', field: '*', previous },
    { requirement: 'create.draft', field: 'status', previous },
    { requirement: 'create.not-final', field: 'isFinalVersion', previous },
    { requirement: 'create.no-files', field: 'files', previous },
    { requirement: 'book.imprint-set-by-service', field: 'imprint' },
  ]);
}
