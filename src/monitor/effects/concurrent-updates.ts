/** Updates of one book that overlap and set different fields: whatever their order, each of them takes effect. */
import { getWrittenBookId } from '../call.ts';
import type { Question } from '../expectations/index.ts';
import {
  isClientField,
  exactly,
  onlyValue,
  type Book,
  type ClientField,
  type Write,
} from '../world/index.ts';
import { sentFields } from './create.ts';
import { computeUpdate } from './stored-values.ts';

/** Fields that another update may change as well, although it does not mention them. */
const shared: readonly string[] = ['isFinalVersion', 'format'];

/**
 * Returns the values that an accepted update gives its fields.
 * @param book the book before the update
 * @returns undefined if the update may also change other fields
 */
export function readSetValues(book: Book, question: Question): Write['sets'] {
  const fields = sentFields(question);
  if (fields === undefined) return undefined;
  const format = onlyValue(book.fields.format.now)?.value;
  const sets: Partial<Record<ClientField, Book['fields'][ClientField]['now']>> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (!isClientField(name) || shared.includes(name)) return undefined;
    const before = book.fields[name].now;
    sets[name] = computeUpdate(name, value, { before, format, world: question.world }).next;
  }
  return sets;
}

/** Settles the fields of the last write and of those that overlap with it, once all are answered. */
export function withSettledUpdates(book: Book, { exchange }: Question): Book {
  const last = book.writes.at(-1);
  const isPending = (exchange.inFlight ?? []).some((call) => getWrittenBookId(call) === book.id);
  if (last === undefined || isPending) return book;
  const concurrent = book.writes.filter((write) => write !== last && overlaps(write, last));
  if (concurrent.length === 0) return book;
  const settled = [...concurrent, last]
    .filter((write) => isIndependent(write, book.writes))
    .toSorted((one, other) => one.sentAt - other.sentAt);
  const drafted = settled.length > concurrent.length && book.status.doubted !== true;
  const status = drafted ? { ...book.status, now: exactly('draft') } : book.status;
  return settled.reduce(withValuesOf, { ...book, status });
}

function overlaps(one: Write, other: Write): boolean {
  return one.sentAt <= other.answeredAt && other.sentAt <= one.answeredAt;
}

/** True if every write that overlaps with this one is an update of other fields. */
function isIndependent(write: Write, all: readonly Write[]): boolean {
  const { sets } = write;
  if (sets === undefined) return false;
  const names = Object.keys(sets);
  return all
    .filter((other) => other !== write && overlaps(other, write))
    .every(({ sets: others }) => others !== undefined && names.every((name) => !(name in others)));
}

function withValuesOf(book: Book, { sets = {} }: Write): Book {
  const names = Object.keys(sets).filter(isClientField);
  return names.reduce((made, name) => {
    const field = made.fields[name];
    const now = sets[name];
    if (now === undefined || field.doubted === true) return made;
    return { ...made, fields: { ...made.fields, [name]: { ...field, now } } };
  }, book);
}
