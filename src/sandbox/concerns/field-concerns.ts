/** Concerns about the values of a book's fields. The types were checked against the contract before. */
import type { RequirementId } from '../../contract/requirements.ts';
import type { Contributor, Price } from '../book/index.ts';
import type { Parts } from '../parts/index.ts';
import { applyReading, createConcern } from '../readings/index.ts';
import type { SentFields } from '../shapes/index.ts';

/** The requirements that invalid values break. They differ between create and update. */
export interface FieldRequirements {
  readonly isbn: RequirementId;
  readonly date: RequirementId;
}

/** Returns concerns about the fields that were sent. */
export function findFieldConcerns(body: SentFields, requirements: FieldRequirements, parts: Parts) {
  const title = { name: 'title' };
  return [
    ...findIsbnConcerns(body.isbn, requirements.isbn, parts),
    ...findDateConcerns(body.publicationDate, requirements.date, parts),
    ...(body.language ?? []).flatMap((code, index) => findLanguageConcerns(code, index, parts)),
    ...(body.contributor ?? []).flatMap((person, index) => findRoleConcerns(person, index, parts)),
    ...(body.price ?? []).flatMap((price, index) => findPriceConcerns(price, index, parts)),
    ...(body.title === '' ? createConcern('book.title.rules', 'The title is empty.', title) : []),
    ...findAudioLengthConcerns(body, parts),
  ];
}

function findIsbnConcerns(isbn: SentFields['isbn'], requirement: RequirementId, { rules }: Parts) {
  if (isbn === null || isbn === undefined) return [];
  const { checkedValue } = rules.spellIsbn(isbn);
  if (rules.isValidIsbn13(checkedValue) && rules.hasAcceptedPrefix(checkedValue)) return [];
  return createConcern(requirement, 'The value is not a valid ISBN-13.', { name: 'isbn' });
}

function findDateConcerns(date: unknown, requirement: RequirementId, { rules, readings }: Parts) {
  if (date === undefined) return [];
  if (typeof date === 'string' && rules.parseDate(date) !== undefined) return [];
  const [name, reason] = ['publicationDate', 'The value is not a date (YYYY-MM-DD).'];
  // The schema check refuses values that are not strings, unless the reading lets them pass to here.
  if (typeof date !== 'string') return applyReading(readings, 'date.wrong-type', { name, reason });
  return createConcern(requirement, reason, { name });
}

function findLanguageConcerns(code: string, index: number, { readings }: Parts) {
  const isMixedCase = code !== code.toLowerCase() && code !== code.toUpperCase();
  const field = { name: `language.${index}` };
  const reason = 'A language code must be all lowercase or all uppercase.';
  return [
    ...(isMixedCase && readings['book.language.case'] === 'two-spellings'
      ? createConcern('book.language.case', reason, field)
      : []),
    ...(code.length !== 2 && readings['book.language.codes'] === 'two-letters'
      ? createConcern('book.language.codes', 'A language code has two letters.', field)
      : []),
  ];
}

const documentedRoles = ['Author', 'Editor', 'Narrated by'];

function findRoleConcerns({ role }: Contributor, index: number, { readings }: Parts) {
  if (documentedRoles.includes(role)) return [];
  const reason = `A role must be one of ${documentedRoles.join(', ')}.`;
  const name = `contributor.${index}.role`;
  return applyReading(readings, 'book.contributor.roles', { name, reason });
}

function findPriceConcerns({ price }: Price, index: number, { rules }: Parts) {
  if (rules.isValidPrice(price)) return [];
  const name = `price.${index}.price`;
  return createConcern('book.price.rules', 'A price must not be below zero.', { name });
}

function findAudioLengthConcerns({ audioDetails }: SentFields, { readings }: Parts) {
  if ((audioDetails?.audioLength ?? 0) >= 0) return [];
  const place = { name: 'audioDetails.audioLength', reason: 'A length must not be below zero.' };
  return applyReading(readings, 'create.audio-length.range', place);
}
