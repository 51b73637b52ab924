/** Overlapping updates of one book. Those that set different fields all take effect, in whatever order. */
import { getWrittenBookId } from '../call.ts';
import type { Question } from '../grounds/index.ts';
import { type Book, getField, withClaims, type Write } from '../world/index.ts';
import { getDraftStatuses } from './queued-publishes.ts';

/**
 * Returns the book with the fields of the last write and of the writes that overlap with it, as soon as all of
 * them are answered.
 */
export function withSettledUpdates(book: Book, { exchange }: Question): Book {
  const last = book.writes.at(-1);
  const isPending = (exchange.inFlight ?? []).some((call) => getWrittenBookId(call) === book.id);
  if (last === undefined || isPending) return book;
  const concurrentWrites = book.writes.filter((write) => write !== last && overlaps(write, last));
  if (concurrentWrites.length === 0) return book;
  const independentWrites = [...concurrentWrites, last]
    .filter((write) => isIndependent(write, book.writes))
    .toSorted((one, other) => one.sentAt - other.sentAt);
  const areAllUpdates = independentWrites.length > concurrentWrites.length;
  const isDraft = areAllUpdates && book.status.isDoubted !== true;
  const status = isDraft ? { ...book.status, current: getDraftStatuses(book) } : book.status;
  const settledBook = independentWrites.reduce(withFieldValues, { ...book, status });
  // Each of them may have lost what another one set, also one that was answered before.
  const losses = areAllUpdates
    ? [{ requirement: 'update.keeps-the-rest', field: '*' } as const]
    : [];
  return withClaims(settledBook, losses);
}

function overlaps(one: Write, other: Write): boolean {
  return one.sentAt <= other.answeredAt && other.sentAt <= one.answeredAt;
}

/** True if every write that overlaps with this one is an update of other fields. */
function isIndependent(write: Write, writes: readonly Write[]): boolean {
  const { fieldValues } = write;
  if (fieldValues === undefined) return false;
  const names = Object.keys(fieldValues);
  return writes
    .filter((other) => other !== write && overlaps(other, write))
    .every((other) => {
      const otherValues = other.fieldValues;
      return otherValues !== undefined && names.every((name) => !(name in otherValues));
    });
}

function withFieldValues(book: Book, { fieldValues = {} }: Write): Book {
  const fields = { ...book.fields };
  for (const name of Object.keys(fieldValues)) {
    const field = getField(book, name);
    const current = fieldValues[name];
    if (current !== undefined && field.isDoubted !== true) fields[name] = { ...field, current };
  }
  return { ...book, fields };
}
