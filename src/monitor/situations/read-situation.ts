/** Reads the situation of an exchange from the request, the response and the known state of the world. */
import { findListParameter } from '../../contract/fields.ts';
import { isArray, isObject, type JsonObject } from '../../contract/json-pointer.ts';
import { getSentJson } from '../exchange.ts';
import {
  type CompleteExpectation,
  countDaysUntil,
  findFileByUrl,
  getKnownValue,
  locateInWindow,
  type Question,
  readSentFields,
} from '../grounds/index.ts';
import { getValidity } from '../validity.ts';
import { getOnlyValue } from '../world/index.ts';
import {
  dimensions,
  type Dimension,
  type Situation,
  type ValueOf,
  classifyTexts,
} from './dimensions.ts';

type Conditions = { readonly [Name in keyof Situation]-?: Situation[Name] | undefined };

/**
 * Returns the values of the exchange in each dimension that applies to it.
 * @param expectation undefined if the monitor cannot judge the call
 */
export function readSituation(
  question: Question,
  expectation: CompleteExpectation | undefined,
): Situation {
  const { call } = question;
  const bookQuestion = { ...question, book: question.book ?? findLookedUpBook(question) };
  const isList = call.operation === 'listBooks';
  const value = getSentJson(call);
  const fields = readSentFields(question);
  const conditions: Conditions = {
    operation: call.operation,
    format: readFormat(bookQuestion, fields),
    status: readStatus(bookQuestion),
    turn: classifyTurn(question),
    position: isList ? classifyPosition(question.exchange.response?.body) : undefined,
    items: classifyItemCount(question, value),
    text: readTextKinds(value ?? listShownTexts(bookQuestion)),
    perPage: isList ? classifyPageSize(call.query.get('perPage')) : undefined,
    page: isList ? classifyPageNumber(call.query.get('page')) : undefined,
    sequence: classifySequence(fields?.['chapters']),
    parameters: isList ? classifyCount([...call.query.keys()].length) : undefined,
    validity: expectation && getValidity(expectation).validity,
    id: classifyId(question),
    key: call.operation === 'putFile' ? undefined : question.exchange.request.key,
    date: classifyDate(question, fields),
    finalVersion: readFinalVersion(question, fields),
    fields:
      call.operation === 'updateBook' && fields
        ? classifyCount(Object.keys(fields).length)
        : undefined,
    role: readRole(question, value),
  };
  return dropUndefined(conditions);
}

/** Returns the book with the requested external id, if only one book has it. */
function findLookedUpBook({ call, world }: Question): Question['book'] {
  const [id, ...others] = world.externalIds.get(call.externalId ?? '') ?? [];
  return id === undefined || others.length > 0 ? undefined : world.books.get(id);
}

function readTextKinds(value: unknown): Situation['text'] {
  const kinds = classifyTexts(value);
  return kinds.length === 0 ? undefined : kinds;
}

/** Returns the known texts of the book that a read or lookup shows. */
function listShownTexts({ call, book }: Question): readonly unknown[] {
  if (book === undefined || !['readBook', 'lookUpBook'].includes(call.operation)) return [];
  return Object.keys(book.fields).map((name) => getKnownValue(book, name));
}

/** Returns the conditions without those that do not apply or are not known. */
function dropUndefined(conditions: Conditions): Situation {
  const entries = Object.entries(conditions).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries);
}

function parseValue<Name extends Dimension>(name: Name, value: unknown): ValueOf<Name> | undefined {
  const values: readonly ValueOf<Name>[] = dimensions[name];
  return values.find((candidate) => candidate === value);
}

type Fields = JsonObject | undefined;

function readFormat({ book, call }: Question, fields: Fields): ValueOf<'format'> | undefined {
  const sentFormat = call.operation === 'createBook' ? fields?.['format'] : undefined;
  const filter = call.operation === 'listBooks' ? call.query.get('format') : undefined;
  return parseValue('format', sentFormat ?? filter ?? (book && getKnownValue(book, 'format')));
}

function readStatus({ book }: Question): ValueOf<'status'> | undefined {
  if (book === undefined) return undefined;
  const status = getOnlyValue(book.status.current)?.value ?? book.seenStatus;
  if (typeof status === 'string') return parseValue('status', status) ?? 'other';
  return 'except' in book.status.current && book.status.current.except.includes('draft')
    ? 'left-draft'
    : undefined;
}

function classifyTurn({ book, call }: Question): ValueOf<'turn'> | undefined {
  if (book === undefined || call.operation === 'readBook') return undefined;
  return (['first', 'second'] as const)[book.acceptedCallCounts[call.operation] ?? 0] ?? 'later';
}

function classifyItemCount(
  { call, exchange }: Question,
  value: unknown,
): ValueOf<'items'> | undefined {
  const body = exchange.response?.body;
  const listItems = call.operation === 'listBooks' && isObject(body) ? body['data'] : undefined;
  const chapters = isObject(value) ? value['chapters'] : undefined;
  const items = [listItems, chapters, value].find(isArray);
  if (items === undefined) return undefined;
  if (items.length > 9) return 'ten-or-more';
  return (['none', 'one', 'two'] as const)[items.length] ?? 'several';
}

function classifyCount(count: number): 'none' | 'one' | 'several' {
  return (['none', 'one'] as const)[count] ?? 'several';
}

function classifySequence(chapters: unknown): ValueOf<'sequence'> | undefined {
  if (!isArray(chapters) || chapters.length === 0) return undefined;
  const sequences = chapters.map((chapter) =>
    isObject(chapter) ? chapter['sequence'] : undefined,
  );
  const numbers = sequences.filter((sequence) => typeof sequence === 'number');
  if (numbers.length < sequences.length) return 'not-a-number';
  const greatest = Math.max(...numbers);
  if (greatest < 1) return 'below';
  if (greatest === 1) return 'first';
  return greatest < 10 ? 'one-digit' : 'two-digits';
}

function classifyId({ call, book, world }: Question): ValueOf<'id'> | undefined {
  if (call.externalId !== undefined)
    return world.externalIds.has(call.externalId) ? 'known' : 'never-seen';
  if (call.bookId === undefined) return undefined;
  if (call.ids === 'other-case') return 'upper-case';
  if (call.ids === 'malformed') return 'malformed';
  if (book === undefined) return world.foreignBookIds.has(call.bookId) ? 'foreign' : 'never-seen';
  if (book.deleted === 'yes') return 'deleted';
  return book.isOwn ? 'known' : 'foreign';
}

function classifyDate(question: Question, fields: Fields): ValueOf<'date'> | undefined {
  const { book, call, now, clockIsKnown } = question;
  const storedDate =
    call.operation === 'publishBook' && book ? getKnownValue(book, 'publicationDate') : undefined;
  const date = fields?.['publicationDate'] ?? storedDate;
  if (date === undefined) return undefined;
  const days = typeof date === 'string' ? countDaysUntil(date, now) : undefined;
  if (typeof date !== 'string' || days === undefined) return 'not-a-date';
  if (days < 0) return days < -366 ? 'far-past' : 'past';
  if (days === 0) return 'today';
  const position = locateInWindow(date, now, { clockIsKnown });
  if (position !== 'outside') return position === 'edge' ? 'edge' : 'within-window';
  return days > 366 ? 'far-future' : 'beyond-window';
}

function readFinalVersion(
  { book, call }: Question,
  fields: Fields,
): ValueOf<'finalVersion'> | undefined {
  const storedValue =
    call.operation === 'publishBook' && book ? getKnownValue(book, 'isFinalVersion') : undefined;
  const isFinal = fields?.['isFinalVersion'] ?? storedValue;
  return typeof isFinal === 'boolean' ? (isFinal ? 'yes' : 'no') : undefined;
}

function readRole(
  { world, call, exchange }: Question,
  value: unknown,
): ValueOf<'role'> | undefined {
  const first = isArray(value) ? value[0] : undefined;
  const describedRole = isObject(first) ? first['role'] : undefined;
  const file =
    call.operation === 'putFile'
      ? findFileByUrl(world, exchange.request)
      : world.files.get(call.fileId ?? '');
  return parseValue('role', describedRole ?? file?.role);
}

/** Returns the position of a page in its list, according to its own `meta`. */
function classifyPosition(body: unknown): ValueOf<'position'> | undefined {
  const meta = isObject(body) ? body['meta'] : undefined;
  if (!isObject(meta)) return undefined;
  const [page, lastPage] = [Number(meta['page']), Number(meta['lastPage'])];
  if (page > Math.max(1, lastPage)) return 'beyond';
  if (lastPage <= 1) return 'only';
  if (page === 1) return 'first';
  return page === lastPage ? 'last' : 'middle';
}

function classifyPageSize(text: string | null): ValueOf<'perPage'> {
  const kind = classifyPageNumber(text);
  if (kind === 'first') return 'lowest';
  const { maximum = Number.POSITIVE_INFINITY } = findListParameter('perPage') ?? {};
  const number = Number(text);
  if (kind === 'default' || kind === 'not-a-number' || number < maximum) return kind;
  return number === maximum ? 'highest' : 'above';
}

function classifyPageNumber(text: string | null) {
  if (text === null) return 'default';
  if (!/^-?\d+$/.test(text)) return 'not-a-number';
  const number = Number(text);
  if (number < 1) return 'below';
  if (number === 1) return 'first';
  return number < 10 ? 'one-digit' : 'two-digits';
}
