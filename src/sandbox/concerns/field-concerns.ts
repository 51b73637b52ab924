/** Concerns about the values of a book's fields; the contract has checked their types. */
import type { RequirementId } from '../../contract/requirements.ts';
import type { Contributor, Price } from '../book/index.ts';
import type { SandboxParts } from '../parts/index.ts';
import { type Concern, open, stated } from '../readings/index.ts';
import type { SentFields } from '../shapes/index.ts';

type Parts = Pick<SandboxParts, 'rules' | 'readings'>;

/** The ids that refusals of bad values name. They differ between create and update. */
export interface FieldRequirements {
  readonly isbn: RequirementId;
  readonly date: RequirementId;
}

/** Checks every field that was sent. */
export function fieldConcerns(
  body: SentFields,
  bound: FieldRequirements,
  parts: Parts,
): readonly Concern[] {
  return [
    ...isbnConcerns(body.isbn, bound, parts),
    ...dateConcerns(body.publicationDate, bound, parts),
    ...(body.language ?? []).flatMap((code, index) => languageConcerns(code, index, parts)),
    ...(body.contributor ?? []).flatMap((person, index) => roleConcerns(person, index, parts)),
    ...(body.price ?? []).flatMap((price, index) => priceConcerns(price, index, parts)),
    ...(body.title === ''
      ? stated('book.title.rules', 'The title is empty.', { name: 'title' })
      : []),
    ...lengthConcerns(body, parts),
  ];
}

function isbnConcerns(isbn: string | null | undefined, bound: FieldRequirements, { rules }: Parts) {
  if (isbn === null || isbn === undefined) return [];
  const { checked } = rules.spellIsbn(isbn);
  if (rules.validIsbn13(checked) && rules.isbnPrefix(checked)) return [];
  return stated(bound.isbn, 'The value is not a valid ISBN-13.', { name: 'isbn' });
}

function dateConcerns(date: unknown, bound: FieldRequirements, { rules, readings }: Parts) {
  if (date === undefined) return [];
  if (typeof date === 'string' && rules.readDate(date) !== undefined) return [];
  const [name, reason] = ['publicationDate', 'The value is not a date (YYYY-MM-DD).'];
  // The schema check refuses values that are not strings, unless the reading lets them pass to here.
  if (typeof date !== 'string') return open(readings, 'date.wrong-type', { name, reason });
  return stated(bound.date, reason, { name });
}

function languageConcerns(code: string, index: number, { readings }: Parts): readonly Concern[] {
  const mixed = code !== code.toLowerCase() && code !== code.toUpperCase();
  const place = { name: `language.${index}` };
  const oneCase = 'A language code must be all lowercase or all uppercase.';
  return [
    ...(mixed && readings['book.language.case'] === 'two-spellings'
      ? stated('book.language.case', oneCase, place)
      : []),
    ...(code.length !== 2 && readings['book.language.codes'] === 'two-letters'
      ? stated('book.language.codes', 'A language code has two letters.', place)
      : []),
  ];
}

const namedRoles = ['Author', 'Editor', 'Narrated by'];

function roleConcerns({ role }: Contributor, index: number, { readings }: Parts) {
  if (namedRoles.includes(role)) return [];
  return open(readings, 'book.contributor.roles', {
    name: `contributor.${index}.role`,
    reason: `A role is one of ${namedRoles.join(', ')}.`,
  });
}

function priceConcerns({ price }: Price, index: number, { rules }: Parts) {
  if (rules.validPrice(price)) return [];
  return stated('book.price.rules', 'A price is not below zero.', { name: `price.${index}.price` });
}

function lengthConcerns({ audioDetails }: SentFields, { readings }: Parts) {
  if ((audioDetails?.audioLength ?? 0) >= 0) return [];
  return open(readings, 'create.audio-length.range', {
    name: 'audioDetails.audioLength',
    reason: 'A length is not below zero.',
  });
}
