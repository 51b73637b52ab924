/** Concerns about the values of a book's fields. The types were checked against the contract before. */
import type { OperationId } from '../../contract/operations.ts';
import type { Price } from '../book/index.ts';
import type { Parts } from '../parts/index.ts';
import { type Concern, createConcern } from '../readings/index.ts';
import type { SentFields } from '../shapes/index.ts';

/** Returns concerns about the fields that were sent. */
export function findFieldConcerns(
  body: SentFields,
  operation: OperationId,
  parts: Parts,
): readonly Concern[] {
  const title = { name: 'title' };
  return [
    ...findIsbnConcerns(body.isbn, operation, parts),
    ...findDateConcerns(body.publicationDate, operation, parts),
    ...(body.language ?? []).flatMap((code, index) => findLanguageConcerns(code, index, parts)),
    ...(body.price ?? []).flatMap((price, index) => findPriceConcerns(price, index, parts)),
    ...(body.title === '' ? createConcern('book.title.rules', 'The title is empty.', title) : []),
  ];
}

function findIsbnConcerns(
  isbn: SentFields['isbn'],
  operation: OperationId,
  { rules, shapes }: Parts,
): readonly Concern[] {
  if (isbn === null || isbn === undefined) return [];
  const { checkedValue } = rules.spellIsbn(isbn);
  if (rules.isValidIsbn13(checkedValue) && rules.hasAcceptedPrefix(checkedValue)) return [];
  const reason = 'The value is not a valid ISBN-13.';
  return [{ name: 'isbn', reason, ...shapes.brokenRule(operation, 'isbn') }];
}

function findDateConcerns(
  date: SentFields['publicationDate'],
  operation: OperationId,
  { rules, shapes }: Parts,
): readonly Concern[] {
  if (date === null || date === undefined || rules.parseDate(date) !== undefined) return [];
  const name = 'publicationDate';
  const reason = 'The value is not a date (YYYY-MM-DD).';
  return [{ name, reason, ...shapes.brokenRule(operation, name) }];
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

function findPriceConcerns({ price }: Price, index: number, { rules }: Parts) {
  if (rules.isValidPrice(price)) return [];
  const name = `price.${index}.price`;
  return createConcern('book.price.rules', 'A price must not be below zero.', { name });
}
