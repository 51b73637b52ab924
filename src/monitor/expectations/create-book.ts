/** POST /books: whether a create must, may or must not be refused. */
import { isObject, type JsonObject } from '../../contract/json-pointer.ts';
import type { SilenceId } from '../../contract/requirements.ts';
import { readSchemaFields } from '../documented-fields.ts';
import { readObject } from './body-grounds.ts';
import { countDaysUntil } from './dates.ts';
import { fieldJudges, type FieldContext } from './field-grounds.ts';
import {
  anyRefusal,
  decides,
  may,
  must,
  type Expectation,
  type Ground,
  type RefusalProof,
  when,
} from './grounds.ts';
import { toIsbnDigits, classifyIsbn } from './isbn.ts';
import type { Question } from './question.ts';
import { findBrokenByCreateRefusal, listCreateParts } from './refused-create.ts';
import { isCompleteHistory } from '../world/index.ts';

const body = { type: 'create.content-type-400', schema: 'create.schema-400' } as const;

export function expectCreate(question: Question): Expectation {
  const { grounds, fields } = readObject(question.call, body);
  return {
    accepts: {
      statuses: [201],
      statusRequirement: 'create.answers-201',
      brokenByRefusal: (names) => findBrokenByCreateRefusal(names, fields, question),
      metByAcceptance: fields === undefined ? [] : Object.values(listCreateParts(fields)),
    },
    grounds: [...grounds, ...(fields === undefined ? [] : fieldGrounds(fields, question))],
  };
}

function fieldGrounds(fields: JsonObject, question: Question): readonly Ground[] {
  const { all: knownFields, required } = readSchemaFields('BookCreate');
  const format = typeof fields['format'] === 'string' ? fields['format'] : undefined;
  const context = createFieldContext('createBook', format, question);
  const missingFields = required.filter((name) => !Object.hasOwn(fields, name));
  return [
    ...missingFields.map((name) => must('create.required-properties', [400], name)),
    ...Object.entries(fields).flatMap(([name, value]) => {
      if (value === null && required.includes(name)) {
        return [must('create.schema-400', [400, 422], name)];
      }
      if (value === null) return [decides('request.null-optional', ...anyRefusal)];
      return knownFields.includes(name) ? (fieldJudges[name]?.(value, context) ?? []) : [];
    }),
    ...unlistedFieldGrounds(fields, knownFields, 'create.unlisted-fields'),
    ...formatGrounds(fields),
    ...historyGrounds(fields, question),
  ];
}

/**
 * Returns the reasons to refuse fields that the operation does not list.
 * @param silence what the document leaves open about such a field if a book shows it
 */
export function unlistedFieldGrounds(
  fields: JsonObject,
  knownFields: readonly string[],
  silence: SilenceId,
): readonly Ground[] {
  const { all: shownFields } = readSchemaFields('BookAttributes');
  const unlistedFields = Object.keys(fields).filter((name) => !knownFields.includes(name));
  const areShown = unlistedFields.map((name) => shownFields.includes(name));
  return [
    ...when(areShown.includes(true), decides(silence, 400, 422)),
    ...when(areShown.includes(false), decides('request.unknown-property', 400, 422)),
  ];
}

export function createFieldContext(
  operation: FieldContext['operation'],
  format: string | undefined,
  { world }: Pick<Question, 'world'>,
): FieldContext {
  const takesIsbn = format !== undefined && world.usedMarks.has(isbnFormatMark(format));
  return { operation, format, takesIsbn };
}

/** Returns the mark that a book of a format was accepted with an ISBN. */
export function isbnFormatMark(format: string): string {
  return `isbn in ${format}`;
}

/** Requirements of a format. The document does not say whether a create is refused for them. */
function formatGrounds(fields: JsonObject): readonly Ground[] {
  const { format, isbn, contributor, audioDetails } = fields;
  return [
    ...when(format === 'audio' && !hasNarrator(contributor), {
      ...may('create.narrator-check', 400, 422),
      proof: narratorProof,
    }),
    ...when(
      format === 'audio' && (audioDetails === undefined || audioDetails === null),
      may('create.audio-details-required', 400, 422),
    ),
    ...when(
      format === 'print' && (isbn === undefined || isbn === null),
      may('create.print-isbn', 400, 422),
    ),
  ];
}

/** A service that refuses an audiobook without a narrator before publishing proves this requirement. */
export const narratorProof: RefusalProof = {
  requirement: 'contributor.narrator',
  status: 422,
  name: 'contributor',
};

export function hasNarrator(contributor: unknown): boolean {
  return (
    Array.isArray(contributor) &&
    contributor.some((entry: unknown) => isObject(entry) && entry['role'] === 'Narrated by')
  );
}

/** Returns the reasons to refuse a book because of earlier books or today's date. */
function historyGrounds(fields: JsonObject, { world, now }: Question): readonly Ground[] {
  const { externalId, isbn, publicationDate, title } = fields;
  // Books that this history does not show may have the same external id or ISBN.
  const isComplete = isCompleteHistory(world);
  const mayBeRepeated =
    typeof externalId === 'string' && (!isComplete || world.externalIds.has(externalId));
  const days =
    (typeof publicationDate === 'string' ? countDaysUntil(publicationDate, now) : undefined) ?? 1;
  return [
    ...when(mayBeRepeated, may('create.duplicate-external-id', 400, 409, 422)),
    ...isbnUseGrounds(isbn, world),
    ...when(days <= 0, (days < -1 ? decides : may)('create.past-date', ...anyRefusal)),
    ...when(
      typeof title === 'string' && (world.epoch > 0 || world.usedMarks.has(titleMark(title))),
      may('idempotency', ...anyRefusal),
    ),
  ];
}

/** Another book may have the same ISBN, unless it is invalid. */
export function isbnUseGrounds(isbn: unknown, world: Question['world']): readonly Ground[] {
  if (typeof isbn !== 'string' || classifyIsbn(isbn) === 'invalid') return [];
  const mayBeUsed = !isCompleteHistory(world) || world.usedMarks.has(`isbn ${toIsbnDigits(isbn)}`);
  return mayBeUsed ? [may('isbn.uniqueness', ...anyRefusal)] : [];
}

/** Returns the mark of a used title. A service may take a create with the same title for a retry. */
export function titleMark(title: string): string {
  return `title ${title.trim().toLowerCase()}`;
}
