/** Updates what is known after a create. */
import { isObject } from '../../contract/json-pointer.ts';
import { readCreatedId, hasUpperCaseId } from '../responses/index.ts';
import {
  externalIdMark,
  isbnDigits,
  isbnPlaceMark,
  partMark,
  partsOfCreate,
  titleMark,
  type Question,
} from '../expectations/index.ts';
import {
  clientFields,
  exactly,
  unknownBook,
  withClaims,
  type Book,
  type World,
} from '../world/index.ts';
import { createdAs } from './stored-values.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The fields that were sent, as an object. */
export function sentFields({ call }: Question): Fields | undefined {
  return call.body.kind === 'json' && isObject(call.body.value) ? call.body.value : undefined;
}

export function afterCreate(question: Question, body: unknown): World {
  const id = readCreatedId(body);
  const fields = sentFields(question);
  if (id === undefined || fields === undefined) return afterLostCreate(question);
  const world = withUsed(question);
  if (world.books.has(id)) return world;
  const book = newBook(id, fields, question);
  const { isbn, format } = fields;
  const takesIsbn = typeof isbn === 'string' && typeof format === 'string';
  const marks = [
    ...Object.keys(partsOfCreate(fields)).map(partMark),
    ...(takesIsbn ? [isbnPlaceMark(format)] : []),
  ];
  return {
    ...world,
    upperCaseIds: world.upperCaseIds || hasUpperCaseId(body),
    used: withMarks(world.used, marks),
    books: world.books.set(id, book),
    externalIds: withExternalId(world, fields['externalId'], id),
  };
}

/** A create of which the outcome, the values or the id are not known: what it would have taken may be taken. */
export function afterLostCreate(question: Question): World {
  const used = withUsed(question);
  // A book that was refused before may be the one that was now created.
  if (question.call.body.kind === 'unknown') return { ...used, refused: used.refused.clear() };
  const externalId = sentFields(question)?.['externalId'];
  if (typeof externalId !== 'string') return used;
  // A book that shows later may come from this create, not from one that was refused before.
  const world = { ...used, refused: used.refused.delete(externalId) };
  if (world.externalIds.has(externalId)) return world;
  return { ...world, externalIds: world.externalIds.set(externalId, []) };
}

/** A create that was refused: nothing with its external id and title may show later. */
export function afterRefusedCreate(question: Question, isWrong: boolean): World {
  const fields = sentFields(question) ?? {};
  const world = isWrong ? withRefusedParts(question.world, fields) : question.world;
  const { externalId, title } = fields;
  if (typeof externalId !== 'string' || world.externalIds.has(externalId)) return world;
  const refusedForKey = question.exchange.response?.status === 401;
  const refused = { title, because: refusedForKey ? 'key' : 'body' } as const;
  return { ...world, refused: world.refused.set(externalId, refused).takeLast(mostRefused) };
}

function withRefusedParts(world: World, fields: Fields): World {
  const parts = Object.keys(partsOfCreate(fields));
  const { refusedParts = parts } = world;
  return { ...world, refusedParts: refusedParts.filter((part) => parts.includes(part)) };
}

/** Refused creates are remembered only so far back. */
const mostRefused = 500;

/** Remembers values that may be refused for another book. */
export function withUsed(question: Question): World {
  const { world } = question;
  const fields = sentFields(question);
  if (fields === undefined) return world;
  const { isbn, externalId, title } = fields;
  const marks = [
    ...(typeof title === 'string' ? [titleMark(title)] : []),
    ...(typeof isbn === 'string' ? [`isbn ${isbnDigits(isbn)}`] : []),
    ...(typeof externalId === 'string' ? [externalIdMark(externalId)] : []),
  ];
  return { ...world, used: withMarks(world.used, marks) };
}

function withMarks(used: World['used'], marks: readonly string[]): World['used'] {
  const fresh = marks.filter((mark) => !used.has(mark));
  return fresh.length === 0 ? used : used.merge(fresh.map((mark) => [mark, true] as const));
}

export function withExternalId(
  { externalIds }: World,
  externalId: unknown,
  id: string,
): World['externalIds'] {
  if (typeof externalId !== 'string') return externalIds;
  const ids = externalIds.get(externalId) ?? [];
  return ids.includes(id) ? externalIds : externalIds.set(externalId, [...ids, id]);
}

function newBook(id: string, fields: Fields, { world, exchange, lagTime }: Question): Book {
  const plain = unknownBook(id, exchange.request.account, world.epoch);
  const entries = clientFields.map((name) => {
    const now = createdAs(name, fields[name], fields['format']);
    return [name, { now, before: undefined, changedAt: lagTime }] as const;
  });
  const book: Book = {
    ...plain,
    own: true,
    bornIn: world.epoch,
    knowsFiles: true,
    // Each client field is in the list above.
    // oxlint-disable-next-line typescript/consistent-type-assertions
    fields: Object.fromEntries(entries) as unknown as Book['fields'],
    status: { now: exactly('draft'), before: undefined, changedAt: lagTime },
    chapters: 'chapters' in fields ? undefined : [[]],
    files: { certain: [], possible: [] },
    sentImprints: 'imprint' in fields ? [fields['imprint']] : [],
    changedAt: lagTime,
    writtenAt: lagTime,
  };
  const was = { among: [] };
  return withClaims(book, [
    { requirement: 'create.reads-back', field: '*', was },
    { requirement: 'create.draft', field: 'status', was },
    { requirement: 'create.not-final', field: 'isFinalVersion', was },
    { requirement: 'create.no-files', field: 'files', was },
    { requirement: 'book.imprint-set-by-service', field: 'imprint' },
  ]);
}
