/** PATCH of a book: what must, may and must not be changed. */
import { isDeepStrictEqual } from 'node:util';
import { isArray, isObject } from '../../contract/json-pointer.ts';
import type { StatedId } from '../../contract/requirements.ts';
import { isClientField } from '../world/index.ts';
import { readObject } from './body-grounds.ts';
import {
  editGrounds,
  existenceGrounds,
  isCertain,
  isUnknownBook,
  getKnownValue,
} from './book-grounds.ts';
import { chapterGrounds } from './chapter-grounds.ts';
import { contextOf, hasNarrator, isbnUseGrounds, narratorMissing } from './create-book.ts';
import { fieldRequirements, named } from './refused-create.ts';
import { windowPosition } from './dates.ts';
import { fieldJudges } from './field-grounds.ts';
import { anyRefusal, decides, may, withProof, type Expectation, type Ground } from './grounds.ts';
import type { Question } from './question.ts';

type Fields = Readonly<Record<string, unknown>>;

const body = { type: 'update.content-type-400', schema: 'update.schema-400' } as const;

/** Fields that a book shows and only the service sets. */
const readOnly = ['status', 'imprint', 'files', 'series', 'audience', 'ebookDetails', 'podDetails'];

export function expectUpdate(question: Question): Expectation {
  const { grounds, fields } = readObject(question.call, body);
  return {
    accepts: {
      statuses: [200],
      status: 'update.answers-200',
      refused: (names) => {
        const requirements = { ...byField, chapters: chapterRequirement(fields, question) };
        const ofFields = named(names, requirements);
        if (ofFields.length > 0) return ofFields;
        // A refusal that names nothing is about the only field that was sent.
        const sent = Object.keys(fields ?? {});
        const only = sent.length === 1 ? named(sent, requirements) : [];
        return [...only, ...refusalBreaks(question)];
      },
      speaksFor: refusalBreaks(question),
    },
    grounds: [
      ...existenceGrounds(question, 'update.unknown-404'),
      ...grounds,
      ...(fields === undefined ? [] : fieldGrounds(fields, question)),
      ...(isCertain(question) ? editGrounds(question.book) : []),
    ],
  };
}

function fieldGrounds(fields: Fields, question: Question): readonly Ground[] {
  const { book } = question;
  const shownFormat = book && getKnownValue(book, 'format');
  const format = typeof shownFormat === 'string' ? shownFormat : undefined;
  const context = contextOf('updateBook', format, question);
  const values = Object.entries(fields);
  const names = values.map(([name]) => name);
  const unlisted = names.filter((name) => !isClientField(name) && name !== 'chapters');
  return [
    ...(names.length === 0 ? [decides('update.empty-patch', 400, 422)] : []),
    ...values.flatMap(([name, value]) => {
      if (name === 'chapters') return chapterGrounds(value, question);
      if (value === null) return nullGrounds(name);
      return isClientField(name) ? (fieldJudges[name]?.(value, context) ?? []) : [];
    }),
    ...(unlisted.some((name) => readOnly.includes(name))
      ? [decides('update.read-only-keys', 400, 422)]
      : []),
    ...(unlisted.some((name) => !readOnly.includes(name))
      ? [decides('request.unknown-property', 400, 422)]
      : []),
    ...changeGrounds(fields, format, question),
  ];
}

const nullable = ['subtitle', 'externalId', 'isbn', 'audioDetails', 'keyword'];

function nullGrounds(name: string): readonly Ground[] {
  return [
    nullable.includes(name)
      ? decides('update.null-clears', 400, 422)
      : decides('update.null-on-required', 400, 422),
  ];
}

/** Returns the results that are possible for a change of the book's present values. */
function changeGrounds(
  fields: Fields,
  format: string | undefined,
  question: Question,
): readonly Ground[] {
  const { book, world } = question;
  const { isbn, contributor, externalId } = fields;
  const wouldChange = (name: 'externalId' | 'format' | 'isbn') =>
    fields[name] !== undefined &&
    (book === undefined || !isDeepStrictEqual(getKnownValue(book, name), fields[name]));
  const silent = format === undefined || format === 'audio';
  return [
    ...(wouldChange('format') ? [decides('update.format', 400, 422)] : []),
    ...(wouldChange('externalId') && externalId !== undefined
      ? [may('book.external-id.rules', ...anyRefusal)]
      : []),
    ...(wouldChange('isbn') ? isbnUseGrounds(isbn, world) : []),
    ...(silent && lacksNarrator(contributor, question)
      ? [
          may('update.narrator-removal', ...anyRefusal),
          withProof(may('create.narrator-check', 400, 422), narratorMissing),
        ]
      : []),
    ...windowGrounds(fields, question),
  ];
}

/** True if the book may have no narrator after this call. */
function lacksNarrator(contributor: unknown, question: Question): boolean {
  const { book } = question;
  if (contributor !== undefined) return !hasNarrator(contributor);
  if (isUnknownBook(question)) return false;
  return book === undefined || !hasNarrator(getKnownValue(book, 'contributor'));
}

/** A date that moves into the window of the final-version rule may be refused at once. */
function windowGrounds(fields: Fields, { now, clockIsKnown }: Question): readonly Ground[] {
  const date = fields['publicationDate'];
  if (typeof date !== 'string') return [];
  const position = windowPosition(date, now, { clockIsKnown });
  const outside = position === 'outside' || position === undefined;
  return outside ? [] : [may('update.window-edit', ...anyRefusal)];
}

/** The broken requirements when an update that leaves nothing open is refused, by the named fields. */
const byField: Readonly<Record<string, StatedId>> = {
  ...fieldRequirements,
  isbn: 'isbn.valid-on-update',
  publicationDate: 'date.valid-on-update',
};

/** Returns the requirement that a refusal of the chapters breaks. */
function chapterRequirement(fields: Fields | undefined, { book }: Question): StatedId {
  const sent = fields?.['chapters'];
  const sequences = (isArray(sent) ? sent : []).map((one) => isObject(one) && one['sequence']);
  const replaces = book?.chapters?.every((stored) =>
    stored.some(({ sequence }) => sequences.includes(sequence)),
  );
  return replaces === true ? 'chapters.replace' : 'chapters.set-by-update';
}

/** The requirements of the whole call, if the refusal names no field. */
function refusalBreaks({ call, book }: Question): readonly StatedId[] {
  const sent: unknown = call.body.kind === 'json' ? call.body.value : undefined;
  const keys = isObject(sent) ? Object.keys(sent) : [];
  const later = book?.wasPublished === true;
  return [
    'update.answers-200',
    ...(keys.includes('chapters') ? (['chapters.set-by-update'] as const) : []),
    ...(keys.includes('audioDetails') ? (['audio-details.on-create-and-update'] as const) : []),
    ...(keys.some((key) => isClientField(key)) ? (['update.changes-values'] as const) : []),
    ...(later ? (['flow.edit-and-republish', 'publish.again'] as const) : []),
  ];
}
