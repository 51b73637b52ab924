/** Reads the situation of an exchange off the request, the response and what is known. */
import { isArray, isObject } from '../../contract/json-pointer.ts';
import {
  findFileByUrl,
  isMust,
  getKnownValue,
  windowPosition,
  daysUntil,
  type Expectation,
  type Question,
} from '../expectations/index.ts';
import { onlyValue } from '../world/index.ts';
import { dimensions, type Dimension, type ValueOf } from './dimensions.ts';
import { pageOf, pageNumberOf, perPageOf } from './list-conditions.ts';
import type { Situation } from './situation.ts';
import { textClasses } from './text-class.ts';

type Conditions = { readonly [Name in keyof Situation]-?: Situation[Name] | undefined };

/** @param expectation undefined if nothing can be said about the call */
export function situationOf(question: Question, expectation: Expectation | undefined): Situation {
  const { call } = question;
  const shown = { ...question, book: question.book ?? bookLookedUp(question) };
  const listing = call.operation === 'listBooks';
  const value = call.body.kind === 'json' ? call.body.value : undefined;
  const fields = isObject(value) ? value : undefined;
  const conditions: Conditions = {
    operation: call.operation,
    format: formatIn(shown, fields),
    status: statusIn(shown),
    turn: turnIn(question),
    position: listing ? pageOf(question.exchange.response?.body) : undefined,
    items: countIn(question, value),
    text: kindsOf(value ?? textsOf(shown)),
    perPage: listing ? perPageOf(call.query.get('perPage')) : undefined,
    page: listing ? pageNumberOf(call.query.get('page')) : undefined,
    sequence: sequenceIn(fields?.['chapters']),
    parameters: listing ? amount([...call.query.keys()].length) : undefined,
    validity: validityOf(expectation),
    id: idIn(question),
    key: call.operation === 'putFile' ? undefined : question.exchange.request.key,
    date: dateIn(question, fields),
    finalVersion: finalIn(question, fields),
    fields:
      call.operation === 'updateBook' && fields ? amount(Object.keys(fields).length) : undefined,
    role: roleIn(question, value),
  };
  return keepKnown(conditions);
}

/** The book of an external id that only one book has. */
function bookLookedUp({ call, world }: Question): Question['book'] {
  const [id, ...others] = world.externalIds.get(call.externalId ?? '') ?? [];
  return id === undefined || others.length > 0 ? undefined : world.books.get(id);
}

function kindsOf(value: unknown): Situation['text'] {
  const kinds = textClasses(value);
  return kinds.length === 0 ? undefined : kinds;
}

/** The texts that a read or a lookup shows. */
function textsOf({ call, book }: Question): readonly unknown[] {
  if (book === undefined || !['readBook', 'lookUpBook'].includes(call.operation)) return [];
  return textFields.map((name) => getKnownValue(book, name));
}

const textFields = ['title', 'subtitle', 'description', 'keyword', 'contributor'] as const;

/** Leaves out what does not apply. */
function keepKnown(conditions: Conditions): Situation {
  const entries = Object.entries(conditions).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries);
}

function listedValue<Name extends Dimension>(
  name: Name,
  value: unknown,
): ValueOf<Name> | undefined {
  const values: readonly ValueOf<Name>[] = dimensions[name];
  return values.find((one) => one === value);
}

type Fields = Readonly<Record<string, unknown>> | undefined;

function formatIn({ book, call }: Question, fields: Fields): ValueOf<'format'> | undefined {
  const sent = call.operation === 'createBook' ? fields?.['format'] : undefined;
  const filter = call.operation === 'listBooks' ? call.query.get('format') : undefined;
  return listedValue('format', sent ?? filter ?? (book && getKnownValue(book, 'format')));
}

function statusIn({ book }: Question): ValueOf<'status'> | undefined {
  if (book === undefined) return undefined;
  const status = onlyValue(book.status.now)?.value ?? book.seenStatus;
  if (typeof status === 'string') return listedValue('status', status) ?? 'other';
  return 'except' in book.status.now && book.status.now.except.includes('draft')
    ? 'left-draft'
    : undefined;
}

function turnIn({ book, call }: Question): ValueOf<'turn'> | undefined {
  if (book === undefined || call.operation === 'readBook') return undefined;
  return (['first', 'second'] as const)[book.turns[call.operation] ?? 0] ?? 'later';
}

function countIn({ call, exchange }: Question, value: unknown): ValueOf<'items'> | undefined {
  const body = exchange.response?.body;
  const listed = call.operation === 'listBooks' && isObject(body) ? body['data'] : undefined;
  const chapters = isObject(value) ? value['chapters'] : undefined;
  const items = [listed, chapters, value].find(isArray);
  if (items === undefined) return undefined;
  if (items.length > 9) return 'ten-or-more';
  return (['none', 'one', 'two'] as const)[items.length] ?? 'several';
}

function amount(count: number): 'none' | 'one' | 'several' {
  return (['none', 'one'] as const)[count] ?? 'several';
}

function sequenceIn(chapters: unknown): ValueOf<'sequence'> | undefined {
  if (!isArray(chapters) || chapters.length === 0) return undefined;
  const sequences = chapters.map((one) => (isObject(one) ? one['sequence'] : undefined));
  const numbers = sequences.filter((one) => typeof one === 'number');
  if (numbers.length < sequences.length) return 'not-a-number';
  const greatest = Math.max(...numbers);
  if (greatest < 1) return 'below';
  if (greatest === 1) return 'first';
  return greatest < 10 ? 'one-digit' : 'two-digits';
}

function validityOf(expectation: Expectation | undefined): ValueOf<'validity'> | undefined {
  if (expectation === undefined) return undefined;
  if (expectation.grounds.some(isMust)) return 'must-be-refused';
  return expectation.grounds.length === 0 ? 'must-be-accepted' : 'open';
}

function idIn({ call, book, world }: Question): ValueOf<'id'> | undefined {
  if (call.externalId !== undefined)
    return world.externalIds.has(call.externalId) ? 'known' : 'never-seen';
  if (call.bookId === undefined) return undefined;
  if (call.ids === 'other-case') return 'upper-case';
  if (call.ids === 'malformed') return 'malformed';
  if (book === undefined) return world.foreign.has(call.bookId) ? 'foreign' : 'never-seen';
  if (book.deleted === 'yes') return 'deleted';
  return book.own ? 'known' : 'foreign';
}

function dateIn(question: Question, fields: Fields): ValueOf<'date'> | undefined {
  const { book, call, now, clockIsKnown } = question;
  const stored =
    call.operation === 'publishBook' && book ? getKnownValue(book, 'publicationDate') : undefined;
  const date = fields?.['publicationDate'] ?? stored;
  if (date === undefined) return undefined;
  const days = typeof date === 'string' ? daysUntil(date, now) : undefined;
  if (typeof date !== 'string' || days === undefined) return 'not-a-date';
  if (days < 0) return days < -366 ? 'far-past' : 'past';
  if (days === 0) return 'today';
  const position = windowPosition(date, now, { clockIsKnown });
  if (position !== 'outside') return position === 'edge' ? 'edge' : 'within-window';
  return days > 366 ? 'far-future' : 'beyond-window';
}

function finalIn({ book, call }: Question, fields: Fields): ValueOf<'finalVersion'> | undefined {
  const stored =
    call.operation === 'publishBook' && book ? getKnownValue(book, 'isFinalVersion') : undefined;
  const final = fields?.['isFinalVersion'] ?? stored;
  return typeof final === 'boolean' ? (final ? 'yes' : 'no') : undefined;
}

function roleIn({ world, call, exchange }: Question, value: unknown): ValueOf<'role'> | undefined {
  const first = isArray(value) ? value[0] : undefined;
  const described = isObject(first) ? first['role'] : undefined;
  const file =
    call.operation === 'putFile'
      ? findFileByUrl(world, exchange.request.path)
      : world.files.get(call.fileId ?? '');
  return listedValue('role', described ?? file?.role);
}
