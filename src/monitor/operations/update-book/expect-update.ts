/** PATCH of a book: whether an update must, may or must not be refused. */
import { isDeepStrictEqual } from 'node:util';
import { isArray, isObject, type JsonObject } from '../../../contract/json-pointer.ts';
import type { StatedId } from '../../../contract/requirements.ts';
import {
  anyRefusal,
  decides,
  detailsGrounds,
  editGrounds,
  existenceGrounds,
  type Expectation,
  fieldRequirements,
  getKnownValue,
  getRequirements,
  type Ground,
  hasNarrator,
  isbnGrounds,
  isbnUseGrounds,
  isCertain,
  isUnknownBook,
  locateInWindow,
  may,
  narratorProof,
  type Question,
  readBody,
  readSentFields,
  when,
  withCodeGrounds,
} from '../../grounds/index.ts';
import { isClientField } from '../../world/index.ts';
import { chapterGrounds, permitPartialEntries } from './chapter-grounds.ts';

const body = {
  type: 'update.content-type-400',
  schema: 'update.schema-400',
  shownFields: 'update.read-only-keys',
} as const;

export function expectUpdate(question: Question): Expectation {
  const { grounds, fields } = readBody(question.call, body, (reading) =>
    permitPartialEntries(reading, question),
  );
  return {
    accepts: {
      brokenByRefusal: (names) => findBrokenByRefusal(names, fields, question),
      metByAcceptance: getCallRequirements(question),
    },
    grounds: withCodeGrounds(
      [
        ...existenceGrounds(question, 'update.unknown-404'),
        ...grounds,
        ...(fields === undefined ? [] : fieldGrounds(fields, question)),
        ...(isCertain(question) ? editGrounds(question.book) : []),
      ],
      fields,
      question,
    ),
  };
}

/** Returns the requirements that the refusal of a valid update breaks. */
function findBrokenByRefusal(
  names: readonly string[],
  fields: JsonObject | undefined,
  question: Question,
): readonly StatedId[] {
  const requirements = {
    ...requirementByField,
    chapters: getChapterRequirement(fields, question),
  };
  const namedRequirements = getRequirements(names, requirements);
  if (namedRequirements.length > 0) return namedRequirements;
  // If only one field was sent, a refusal that names no field is about that one.
  const sentNames = Object.keys(fields ?? {});
  const onlyField = sentNames.length === 1 ? getRequirements(sentNames, requirements) : [];
  return [...onlyField, ...getCallRequirements(question)];
}

function fieldGrounds(fields: JsonObject, question: Question): readonly Ground[] {
  const { book } = question;
  const knownFormat = book && getKnownValue(book, 'format');
  const format = typeof knownFormat === 'string' ? knownFormat : undefined;
  return [
    ...when(Object.keys(fields).length === 0, decides('update.empty-patch', 400, 422)),
    ...isbnGrounds(fields['isbn'], 'isbn.valid-on-update', { format, world: question.world }),
    ...detailsGrounds(fields['audioDetails'], format),
    ...chapterGrounds(fields['chapters'], question),
    ...changeGrounds(fields, format, question),
  ];
}

/** Returns the reasons to refuse a change of the book's present values. */
function changeGrounds(
  fields: JsonObject,
  format: string | undefined,
  question: Question,
): readonly Ground[] {
  const { book, world } = question;
  const { isbn, contributor, externalId } = fields;
  const wouldChange = (name: 'externalId' | 'format' | 'isbn') =>
    fields[name] !== undefined &&
    (book === undefined || !isDeepStrictEqual(getKnownValue(book, name), fields[name]));
  const mayBeAudio = format === undefined || format === 'audio';
  return [
    ...when(wouldChange('format'), decides('update.format', 400, 422)),
    ...when(
      wouldChange('externalId') && externalId !== undefined,
      may('book.external-id.rules', ...anyRefusal),
    ),
    ...(wouldChange('isbn') ? isbnUseGrounds(isbn, world) : []),
    ...when(mayBeAudio && mayLackNarrator(contributor, question), {
      ...may('update.narrator-removal', ...anyRefusal),
      proof: narratorProof,
    }),
    ...windowGrounds(fields, question),
  ];
}

/** True if the book may have no narrator after this call. */
function mayLackNarrator(contributor: unknown, question: Question): boolean {
  const { book } = question;
  if (contributor !== undefined) return !hasNarrator(contributor);
  if (isUnknownBook(question)) return false;
  return book === undefined || !hasNarrator(getKnownValue(book, 'contributor'));
}

/** A date that moves into the final version window may be refused at once. */
function windowGrounds(fields: JsonObject, { now, clockIsKnown }: Question): readonly Ground[] {
  const date = fields['publicationDate'];
  if (typeof date !== 'string') return [];
  const position = locateInWindow(date, now, { clockIsKnown });
  const isOutside = position === 'outside' || position === undefined;
  return isOutside ? [] : [may('update.window-edit', ...anyRefusal)];
}

/** The requirement that the refusal of a valid update breaks, by the field that it names. */
const requirementByField: Readonly<Record<string, StatedId>> = {
  ...fieldRequirements,
  isbn: 'isbn.valid-on-update',
  publicationDate: 'date.valid-on-update',
};

/** Returns the requirement that the refusal of valid chapters breaks. */
function getChapterRequirement(fields: JsonObject | undefined, { book }: Question): StatedId {
  const entries = fields?.['chapters'];
  const sequences = (isArray(entries) ? entries : []).map(
    (entry) => isObject(entry) && entry['sequence'],
  );
  const replaces = book?.chapters?.every((chapters) =>
    chapters.some(({ sequence }) => sequences.includes(sequence)),
  );
  return replaces === true ? 'chapters.replace' : 'chapters.set-by-update';
}

/** Returns the requirements of the call as a whole: those that a refusal breaks if it names no field. */
function getCallRequirements(question: Question): readonly StatedId[] {
  const keys = Object.keys(readSentFields(question) ?? {});
  return [
    'update.answers-200',
    ...(keys.includes('chapters') ? (['chapters.set-by-update'] as const) : []),
    ...(keys.includes('audioDetails') ? (['audio-details.on-create-and-update'] as const) : []),
    ...(keys.some((key) => isClientField(key)) ? (['update.changes-values'] as const) : []),
    ...(question.book?.wasPublished === true
      ? (['flow.edit-and-republish', 'publish.again'] as const)
      : []),
  ];
}
