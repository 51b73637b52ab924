/** Computes a book's fields after an update. */
import type { Book } from '../book/index.ts';
import type { Readings } from '../readings/index.ts';
import type { TakenFields } from './take-fields.ts';

export function changedFields(book: Book, taken: TakenFields, readings: Readings): TakenFields {
  const format = readings['update.format'] === 'accepted' ? taken.format : undefined;
  const { format: _asked, ...rest } = taken;
  const details = taken.audioDetails;
  return {
    ...mergedLists(book, rest, readings),
    ...(format === undefined ? {} : { format, chapters: format === 'audio' ? [] : null }),
    ...(details ? { audioDetails: mergedDetails(book, details, readings) } : {}),
  };
}

function mergedDetails(book: Book, details: object, readings: Readings) {
  return { merged: { ...book.audioDetails, ...details }, replaced: details }[
    readings['update.audio-details-merge']
  ];
}

/** Replaces lists, or appends to them if the reading says so. */
function mergedLists(book: Book, taken: TakenFields, readings: Readings): TakenFields {
  if (readings['update.arrays'] === 'replaced') return taken;
  const stored: Readonly<Record<string, unknown>> = { ...book };
  return Object.fromEntries(
    Object.entries(taken).map(([name, value]) => [name, added(stored[name], value)]),
  );
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function added(stored: unknown, value: unknown): unknown {
  if (!isList(value) || !isList(stored)) return value;
  const entries = [...stored, ...value];
  return [...new Map(entries.map((entry) => [JSON.stringify(entry), entry])).values()];
}
