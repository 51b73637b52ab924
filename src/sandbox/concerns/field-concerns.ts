/**
 * Concerns about the values of a book's fields. The types were checked against the contract before. Handles
 * unlisted properties of a body according to the readings. Concerns about files whose kind does not fit their
 * role, under readings that inspect files.
 */
import type { OperationId } from '../../contract/operations.ts';
import type { AttachedFile } from '../book/index.ts';
import type { Parts, Call } from '../replaceable-parts/index.ts';
import {
  type Concern,
  createConcern,
  type Readings,
  type SettableId,
  applyReading,
} from '../readings/index.ts';
import type { SentFields } from '../shapes/index.ts';
import { readFields } from '../../contract/fields.ts';

/** A book is in several lists for each of its languages, so an unlimited number would block all other requests. */
const maxLanguages = 500;

export function findFieldConcerns(
  { isbn, publicationDate, language, price, title }: SentFields,
  operation: OperationId,
  { rules, readings, shapes }: Parts,
): readonly Concern[] {
  const refuse = (name: string, reason: string) => [
    { name, reason, ...shapes.brokenRule(operation, name) },
  ];
  const isIsbn = (text: string) => rules.isValidIsbn13(text) && rules.hasAcceptedPrefix(text);
  const titleField = { name: 'title' };
  return [
    ...(typeof isbn === 'string' && !isIsbn(rules.spellIsbn(isbn).checkedValue)
      ? refuse('isbn', 'The value is not a valid ISBN-13.')
      : []),
    ...(typeof publicationDate === 'string' && rules.parseDate(publicationDate) === undefined
      ? refuse('publicationDate', 'The value is not a date (YYYY-MM-DD).')
      : []),
    ...findLanguageConcerns(language ?? [], readings),
    ...(price ?? []).flatMap((entry, index) =>
      rules.isValidPrice(entry.price)
        ? []
        : createConcern('book.price.rules', 'A price must not be below zero.', {
            name: `price.${index}.price`,
          }),
    ),
    ...(title === '' ? createConcern('book.title.rules', 'The title is empty.', titleField) : []),
  ];
}

function findLanguageConcerns(codes: readonly string[], readings: Readings) {
  if (codes.length > maxLanguages) {
    const reason = `A book may have at most ${maxLanguages} languages.`;
    return createConcern('sizes', reason, { status: 413, name: 'language' });
  }
  const reason = 'A language code must be all lowercase or all uppercase.';
  return codes.flatMap((code, index) => {
    const isMixedCase = code !== code.toLowerCase() && code !== code.toUpperCase();
    const field = { name: `language.${index}` };
    return [
      ...(isMixedCase && readings['book.language.case'] === 'two-spellings'
        ? createConcern('book.language.case', reason, field)
        : []),
      ...(code.length !== 2 && readings['book.language.codes'] === 'two-letters'
        ? createConcern('book.language.codes', 'A language code has two letters.', field)
        : []),
    ];
  });
}

interface UnlistedProperties {
  readonly concerns: readonly Concern[];
  /** Unlisted fields of a book that the reading accepts. */
  readonly acceptedFields: readonly string[];
  readonly extra: Readonly<Record<string, unknown>>;
}

/** Sorts the properties that the operation's schema does not list: refused, accepted or kept. */
export function sortUnlistedProperties(call: Call, parts: Parts): UnlistedProperties {
  const { contract, readings } = parts;
  const { book, create, update } = readFields(contract);
  const listedNames = call.operation === 'createBook' ? create.all : update.all;
  const body = typeof call.body === 'object' && call.body !== null ? call.body : {};
  const unlistedEntries = Object.entries(body).filter(([key]) => !listedNames.includes(key));
  const fieldEntries = unlistedEntries.filter(([key]) => book.all.includes(key));
  const unknownEntries = unlistedEntries.filter(([key]) => !book.all.includes(key));
  const fieldSilence: SettableId =
    call.operation === 'createBook' ? 'create.unlisted-fields' : 'update.read-only-keys';
  const concern = (silence: SettableId, [name]: readonly [string, unknown]) =>
    applyReading(readings, silence, { name, reason: 'This property cannot be set here.' });
  const keepsUnknown = readings['request.unknown-property'] === 'stored';
  return {
    concerns: [
      ...fieldEntries.flatMap((entry) => concern(fieldSilence, entry)),
      ...unknownEntries.flatMap((entry) => concern('request.unknown-property', entry)),
    ],
    acceptedFields: readings[fieldSilence] === 'accepted' ? fieldEntries.map(([key]) => key) : [],
    extra: keepsUnknown ? Object.fromEntries(unknownEntries) : {},
  };
}

export async function findContentConcerns(
  files: readonly AttachedFile[],
  moment: 'attach' | 'publish',
  parts: Parts,
): Promise<readonly Concern[]> {
  const requirement = findSilence(moment, parts);
  if (requirement === undefined) return [];
  const concerns = await Promise.all(
    files.map(async ({ id, role, filename }) => {
      const key = (await parts.store.readGrant(id))?.storedKey ?? '';
      const bytes = await parts.bytes.readStart(key);
      const kind = parts.rules.detectFileKind(bytes ?? new Uint8Array());
      if (kind !== undefined && parts.rules.kindFitsRole(kind, role)) return [];
      const reason = `${filename} is not a kind of file that the role ${role} accepts.`;
      return createConcern(requirement, reason, { name: 'filename' });
    }),
  );
  return concerns.flat();
}

/** Returns the silence whose reading makes the service inspect files at this moment, if there is one. */
function findSilence(moment: 'attach' | 'publish', { readings }: Parts) {
  if (readings['attach.content-checks'] === moment) return 'attach.content-checks';
  return moment === 'attach' && readings['file.enforced'] === '422' ? 'file.enforced' : undefined;
}
