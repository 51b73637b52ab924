/** Computes the fields to store after a create or an update. */
import { readFields } from '../../contract/fields.ts';
import type { Book, Fields } from '../book/index.ts';
import type { Parts } from '../parts/index.ts';
import type { Readings } from '../readings/index.ts';
import type { SentFields } from '../shapes/index.ts';

export type FieldsToStore = { readonly [Field in keyof Fields]?: Fields[Field] };

/** Returns the values that a book has before its client sends any. */
export function getDefaultFields({ contract }: Pick<Parts, 'contract'>): Fields {
  const { initialValues }: { readonly initialValues: unknown } = readFields(contract);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- one value for each client field of the contract
  return initialValues as Fields;
}

/** Returns a new draft: without files, with the given fields. */
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

/** Returns the values that an update stores, under the readings about formats, lists and audio details. */
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

/** Replaces lists, or appends to them if the reading says so. */
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
