/** Concerns about the values of a book's fields; the contract has checked their types. */
import type { RequirementId } from '../../contract/requirements.ts';
import type { Contributor, Price } from '../book/index.ts';
import type { SandboxParts } from '../parts/index.ts';
import { type Concern, readingConcern, documentedConcern } from '../readings/index.ts';
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
  requirements: FieldRequirements,
  parts: Parts,
): readonly Concern[] {
  return [
    ...isbnConcerns(body.isbn, requirements, parts),
    ...dateConcerns(body.publicationDate, requirements, parts),
    ...(body.language ?? []).flatMap((code, index) => languageConcerns(code, index, parts)),
    ...(body.contributor ?? []).flatMap((person, index) => roleConcerns(person, index, parts)),
    ...(body.price ?? []).flatMap((price, index) => priceConcerns(price, index, parts)),
    ...(body.title === ''
      ? documentedConcern('book.title.rules', 'The title is empty.', { name: 'title' })
      : []),
    ...audioLengthConcerns(body, parts),
  ];
}

function isbnConcerns(
  isbn: string | null | undefined,
  requirements: FieldRequirements,
  { rules }: Parts,
) {
  if (isbn === null || isbn === undefined) return [];
  const { checked } = rules.spellIsbn(isbn);
  if (rules.isValidIsbn13(checked) && rules.hasAcceptedPrefix(checked)) return [];
  return documentedConcern(requirements.isbn, 'The value is not a valid ISBN-13.', {
    name: 'isbn',
  });
}

function dateConcerns(date: unknown, requirements: FieldRequirements, { rules, readings }: Parts) {
  if (date === undefined) return [];
  if (typeof date === 'string' && rules.readDate(date) !== undefined) return [];
  const [name, reason] = ['publicationDate', 'The value is not a date (YYYY-MM-DD).'];
  // The schema check refuses values that are not strings, unless the reading lets them pass to here.
  if (typeof date !== 'string')
    return readingConcern(readings, 'date.wrong-type', { name, reason });
  return documentedConcern(requirements.date, reason, { name });
}

function languageConcerns(code: string, index: number, { readings }: Parts): readonly Concern[] {
  const isMixedCase = code !== code.toLowerCase() && code !== code.toUpperCase();
  const field = { name: `language.${index}` };
  const reason = 'A language code must be all lowercase or all uppercase.';
  return [
    ...(isMixedCase && readings['book.language.case'] === 'two-spellings'
      ? documentedConcern('book.language.case', reason, field)
      : []),
    ...(code.length !== 2 && readings['book.language.codes'] === 'two-letters'
      ? documentedConcern('book.language.codes', 'A language code has two letters.', field)
      : []),
  ];
}

const documentedRoles = ['Author', 'Editor', 'Narrated by'];

function roleConcerns({ role }: Contributor, index: number, { readings }: Parts) {
  if (documentedRoles.includes(role)) return [];
  return readingConcern(readings, 'book.contributor.roles', {
    name: `contributor.${index}.role`,
    reason: `A role is one of ${documentedRoles.join(', ')}.`,
  });
}

function priceConcerns({ price }: Price, index: number, { rules }: Parts) {
  if (rules.isValidPrice(price)) return [];
  return documentedConcern('book.price.rules', 'A price is not below zero.', {
    name: `price.${index}.price`,
  });
}

function audioLengthConcerns({ audioDetails }: SentFields, { readings }: Parts) {
  if ((audioDetails?.audioLength ?? 0) >= 0) return [];
  return readingConcern(readings, 'create.audio-length.range', {
    name: 'audioDetails.audioLength',
    reason: 'A length is not below zero.',
  });
}
