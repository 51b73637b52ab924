/** The fields of a book that a client can send: which are valid, and which are stored. */
import {
  acceptAnything,
  checkBoolean,
  checkFilledString,
  checkString,
  checkStringOrNull,
  createErrors,
  integerFrom,
  listOf,
  objectOf,
  oneOf,
  orNull,
  type FieldCheck,
  isCalendarDay,
  isValidIsbn,
} from './field-checks.ts';
import type { FieldError } from './refusal.ts';
import { isJsonObject, toList, type JsonObject, type Book, type ServiceState } from './state.ts';

const requiredFields = [
  'price',
  'contributor',
  'publicationDate',
  'saleTerritory',
  'copyright',
  'category',
  'description',
  'language',
  'title',
  'format',
];

const createFields = [
  ...requiredFields,
  'subtitle',
  'keyword',
  'externalId',
  'isbn',
  'audioDetails',
];
const updateFields = [
  ...createFields,
  'isFinalVersion',
  'series',
  'audience',
  'ebookDetails',
  'podDetails',
  'chapters',
];
const formats = ['audio', 'print', 'ebook'];

const checkContributor = objectOf({
  role: checkString,
  lastName: checkString,
  firstName: checkString,
});
const checkPrice = objectOf({
  price: (value, name) =>
    typeof value === 'number' && value >= 0 ? [] : createErrors(name, 'is not an amount'),
  currency: (value, name) =>
    typeof value === 'string' && /^[A-Z]{3}$/.test(value)
      ? []
      : createErrors(name, 'is not a currency'),
});
const checkAudioDetails = objectOf({
  audioEdition: oneOf(['ABR', 'UBR']),
  audioLength: integerFrom(0),
});
const checkEbookDetails = objectOf({
  pageCount: integerFrom(0),
  programEnrolled: checkBoolean,
  publishedOnRetailer: checkBoolean,
});

function createFieldChecks(state: ServiceState): Readonly<Record<string, FieldCheck>> {
  const minLength = state.character.strict ? 1 : 0;
  return {
    format: oneOf(formats),
    title: state.character.strict ? checkFilledString : checkString,
    language: listOf(checkString, minLength),
    description: checkString,
    category: listOf(checkString, minLength),
    copyright: checkString,
    saleTerritory: listOf(checkString, minLength),
    publicationDate: (value, name) => checkDate(state, value, name),
    contributor: listOf(checkContributor, minLength),
    price: listOf(checkPrice, minLength),
    subtitle: checkStringOrNull,
    keyword: listOf(checkString, 0),
    externalId: checkStringOrNull,
    isbn: (value, name) => checkIsbn(state, value, name),
    audioDetails: orNull(checkAudioDetails),
    isFinalVersion: checkBoolean,
    series: acceptAnything,
    audience: acceptAnything,
    ebookDetails: orNull(checkEbookDetails),
    podDetails: orNull((value, name) =>
      isJsonObject(value) ? [] : createErrors(name, 'is not an object'),
    ),
    chapters: listOf(
      (value, name) => (isJsonObject(value) ? [] : createErrors(name, 'is not a chapter')),
      0,
    ),
  };
}

function checkDate(state: ServiceState, value: unknown, name: string): readonly FieldError[] {
  if (typeof value !== 'string')
    return createErrors(name, 'is not a date', state.character.statusForWrongType);
  return isCalendarDay(value) ? [] : createErrors(name, 'is not a day of the calendar', 422);
}

function checkIsbn(state: ServiceState, value: unknown, name: string): readonly FieldError[] {
  if (value === null) return [];
  if (typeof value !== 'string')
    return createErrors(name, 'is not an ISBN', state.character.statusForWrongType);
  return isValidIsbn(value, state.character.isbn)
    ? []
    : createErrors(name, 'is not a valid ISBN-13', 422);
}

/** Returns the errors in the body of a create. */
export function findCreateErrors(state: ServiceState, body: JsonObject): readonly FieldError[] {
  const missingErrors = requiredFields
    .filter((name) => body[name] === undefined)
    .flatMap((name) => createErrors(name, 'is missing'));
  return [
    ...missingErrors,
    ...findFieldErrors(state, body, createFields),
    ...findNarratorErrors(state, body),
  ];
}

/** Returns the errors in the body of an update. */
export function findUpdateErrors(
  state: ServiceState,
  body: JsonObject,
  book: Book,
): readonly FieldError[] {
  const { strict } = state.character;
  const isEmpty = Object.keys(body).length === 0;
  const changesFormat = body['format'] !== undefined && body['format'] !== book.format;
  return [
    ...(strict && isEmpty ? createErrors('body', 'changes nothing') : []),
    ...(strict && changesFormat ? createErrors('format', 'cannot change', 422) : []),
    ...findFieldErrors(state, body, updateFields),
  ];
}

function findFieldErrors(
  state: ServiceState,
  body: JsonObject,
  allowedFields: readonly string[],
): readonly FieldError[] {
  const checks = createFieldChecks(state);
  return Object.entries(body).flatMap(([name, value]) => {
    const check = allowedFields.includes(name) ? checks[name] : undefined;
    if (check !== undefined) return check(value, name);
    return state.character.strict ? createErrors(name, 'is not known here') : [];
  });
}

function findNarratorErrors(state: ServiceState, body: JsonObject): readonly FieldError[] {
  if (state.character.narratorCheckedAt !== 'create' || body['format'] !== 'audio') return [];
  return hasNarrator(body) ? [] : createErrors('contributor', 'lacks a narrator', 422);
}

/** Returns true if the contributors of an audiobook include a narrator. */
export function hasNarrator(fields: JsonObject): boolean {
  const contributors = toList(fields['contributor']).filter(isJsonObject);
  return contributors.some(({ role }) => role === 'Narrated by');
}

/** Returns the fields to store from the body of a create. */
export function selectCreateFields(body: JsonObject): JsonObject {
  return { ...pickFields(body, createFields), isFinalVersion: false };
}

/** Returns the fields to store from the body of an update, without chapters. */
export function selectUpdateFields(body: JsonObject): JsonObject {
  const fields = pickFields(body, updateFields);
  delete fields['format'];
  delete fields['chapters'];
  return fields;
}

function pickFields(body: JsonObject, names: readonly string[]): JsonObject {
  const entries = Object.entries(body).filter(([name]) => names.includes(name));
  return Object.fromEntries(entries);
}
