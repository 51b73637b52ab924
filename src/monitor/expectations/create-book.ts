/** POST /books: what must, may and must not be created. */
import { isObject } from '../../contract/json-pointer.ts';
import { readObject } from './body-grounds.ts';
import { daysUntil } from './dates.ts';
import { fieldJudges, type FieldContext } from './field-grounds.ts';
import {
  anyRefusal,
  decides,
  may,
  must,
  withProof,
  type Expectation,
  type Ground,
  type RefusalProof,
} from './grounds.ts';
import { isbnDigits, kindOfIsbn } from './isbn.ts';
import type { Question } from './question.ts';
import { createRefusalBreaks, partsOfCreate } from './refused-create.ts';
import { isCompleteHistory } from '../world/index.ts';

type Fields = Readonly<Record<string, unknown>>;

const required = [
  'format',
  'title',
  'language',
  'description',
  'category',
  'copyright',
  'saleTerritory',
  'publicationDate',
  'contributor',
  'price',
];
const optional = ['subtitle', 'keyword', 'externalId', 'isbn', 'audioDetails'];

/** Fields a full book shows and create does not list. */
const shownOnly = [
  'status',
  'series',
  'imprint',
  'isFinalVersion',
  'audience',
  'ebookDetails',
  'podDetails',
  'files',
  'chapters',
];

const body = { type: 'create.content-type-400', schema: 'create.schema-400' } as const;

export function expectCreate(question: Question): Expectation {
  const { grounds, fields } = readObject(question.call, body);
  return {
    accepts: {
      statuses: [201],
      status: 'create.answers-201',
      refused: (names) => createRefusalBreaks(names, fields, question),
      speaksFor: fields === undefined ? [] : Object.values(partsOfCreate(fields)),
    },
    grounds: [...grounds, ...(fields === undefined ? [] : fieldGrounds(fields, question))],
  };
}

function fieldGrounds(fields: Fields, question: Question): readonly Ground[] {
  const format = typeof fields['format'] === 'string' ? fields['format'] : undefined;
  const context = contextOf('createBook', format, question);
  const missing = required.filter((name) => !Object.hasOwn(fields, name));
  const values = Object.entries(fields);
  const unlisted = values.map(([name]) => name).filter((name) => !isListed(name));
  return [
    ...missing.map((name) => must('create.required-properties', [400], name)),
    ...values.flatMap(([name, value]) =>
      value === null ? nullGrounds(name) : (fieldJudges[listed(name)]?.(value, context) ?? []),
    ),
    ...(unlisted.some((name) => shownOnly.includes(name))
      ? [decides('create.unlisted-fields', 400, 422)]
      : []),
    ...(unlisted.some((name) => !shownOnly.includes(name))
      ? [decides('request.unknown-property', 400, 422)]
      : []),
    ...formatGrounds(fields),
    ...knownBookGrounds(fields, question),
  ];
}

/** Returns the parts of a call and of the service so far that the rules for fields need. */
export function contextOf(
  operation: FieldContext['operation'],
  format: string | undefined,
  { world }: Pick<Question, 'world'>,
): FieldContext {
  const takesIsbn = format !== undefined && world.used.has(isbnPlaceMark(format));
  return { operation, format, takesIsbn };
}

/** The mark by which the monitor remembers that books of a format may have an ISBN. */
export function isbnPlaceMark(format: string): string {
  return `isbn in ${format}`;
}

function isListed(name: string): boolean {
  return required.includes(name) || optional.includes(name);
}

/** Values of fields that create does not list mean nothing here. */
function listed(name: string): string {
  return isListed(name) ? name : '';
}

function nullGrounds(name: string): readonly Ground[] {
  if (required.includes(name)) return [must('create.schema-400', [400, 422], name)];
  return [decides('request.null-optional', ...anyRefusal)];
}

/** The requirements of a format, at a moment that the document leaves open. */
function formatGrounds(fields: Fields): readonly Ground[] {
  const { format, isbn, contributor, audioDetails } = fields;
  return [
    ...(format === 'audio' && !hasNarrator(contributor)
      ? [withProof(may('create.narrator-check', 400, 422), narratorMissing)]
      : []),
    ...(format === 'audio' && (audioDetails === undefined || audioDetails === null)
      ? [may('create.audio-details-required', 400, 422)]
      : []),
    ...(format === 'print' && (isbn === undefined || isbn === null)
      ? [may('create.print-isbn', 400, 422)]
      : []),
  ];
}

/** The requirement that a service proves if it refuses an audiobook without a narrator before publishing. */
export const narratorMissing: RefusalProof = {
  requirement: 'contributor.narrator',
  status: 422,
  name: 'contributor',
};

/** True if a contributor narrates the book. */
export function hasNarrator(contributor: unknown): boolean {
  return (
    Array.isArray(contributor) &&
    contributor.some((one: unknown) => isObject(one) && one['role'] === 'Narrated by')
  );
}

/** Returns the conflicts of this history's books with another one. */
function knownBookGrounds(fields: Fields, { world, now }: Question): readonly Ground[] {
  const { externalId, isbn, publicationDate, title } = fields;
  // Books that this history does not show may have the same external id or ISBN.
  const whole = isCompleteHistory(world);
  const repeated = typeof externalId === 'string' && (!whole || world.externalIds.has(externalId));
  const days = typeof publicationDate === 'string' ? daysUntil(publicationDate, now) : undefined;
  return [
    ...(repeated ? [may('create.duplicate-external-id', 400, 409, 422)] : []),
    ...isbnUseGrounds(isbn, world),
    ...(days !== undefined && days <= 0
      ? [(days < -1 ? decides : may)('create.past-date', ...anyRefusal)]
      : []),
    ...(typeof title === 'string' && (world.epoch > 0 || world.used.has(titleMark(title)))
      ? [may('idempotency', ...anyRefusal)]
      : []),
  ];
}

/** Another book may have a valid ISBN already. One that is not valid belongs to none. */
export function isbnUseGrounds(isbn: unknown, world: Question['world']): readonly Ground[] {
  if (typeof isbn !== 'string' || kindOfIsbn(isbn) === 'invalid') return [];
  const isUsed = !isCompleteHistory(world) || world.used.has(`isbn ${isbnDigits(isbn)}`);
  return isUsed ? [may('isbn.uniqueness', ...anyRefusal)] : [];
}

/** A service may take a create with a title that was used before for a retry. */
export function titleMark(title: string): string {
  return `title ${title.trim().toLowerCase()}`;
}
