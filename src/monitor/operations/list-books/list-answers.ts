/** Finds which readings of silences a list shows. */
import { isArray, isObject } from '../../../contract/json-pointer.ts';
import type { SilenceId } from '../../../contract/requirements.ts';
import { isKnown, type Question } from '../../grounds/index.ts';
import {
  formatValue,
  type ObservedReading,
  readLeftOut,
  readListOrder,
  readOtherBook,
  readStatusAnswer,
} from '../../views/index.ts';
import { type Book, getComparison, getField, getOnlyValue } from '../../world/index.ts';
import type { ListQuery } from './list-query.ts';
import { readUpdateTime } from './list-times.ts';
import { isListedInShops, maxBooks, mayFilterByFirst, mustBeListed } from './listed-books.ts';
import type { ShownItem } from './shown-page.ts';

/** Returns the readings that an item shows. */
export function readItemAnswers(item: ShownItem, question: Question): readonly ObservedReading[] {
  const { attributes, index } = item;
  const pointer = `/data/${index}/attributes`;
  const book = question.world.books.get(item.id);
  const { externalId } = attributes;
  return [
    ...(book === undefined && typeof externalId === 'string'
      ? readOtherBook(item.id, externalId, { question, pointer: `/data/${index}/id` })
      : []),
    ...readStatusAnswer(attributes['status'], `${pointer}/status`),
    ...(book === undefined || !isKnown(book, question)
      ? []
      : [
          ...readLeftOut(book, attributes, pointer),
          ...readListOrder(book, attributes, pointer),
          ...readAuthors(book, item, pointer),
          ...readIdentifier(book, item, pointer),
          ...readUpdateTime(book, item, question),
        ]),
  ];
}

/** The authors of a book are some of its contributors, with all in the role `Author`. How their names are written is open. */
function readAuthors(
  book: Book,
  { attributes: { authors } }: ShownItem,
  pointer: string,
): readonly ObservedReading[] {
  const contributors = getSettledValue(book, 'contributor');
  if (!isArray(contributors) || !isArray(authors)) return [];
  const areNamed = authors.every((name) => contributors.some((person) => isNamed(name, person)));
  const withRole = contributors.filter((one) => isObject(one) && one['role'] === 'Author');
  const isRight =
    areNamed && authors.length <= contributors.length && authors.length >= withRole.length;
  if (isRight) return [{ silence: 'list.author-names', reading: 'contributors' }];
  const expected = `names of the contributors ${formatValue(contributors)}`;
  const difference = { expected, actual: formatValue(authors), pointer: `${pointer}/authors` };
  return [{ silence: 'list.author-names', reading: 'other', difference }];
}

function isNamed(name: unknown, person: unknown): boolean {
  if (typeof name !== 'string' || !isObject(person)) return false;
  const text = normalize(name);
  const { firstName, lastName } = person;
  return [firstName, lastName].every(
    (part) => typeof part !== 'string' || text.includes(normalize(part)),
  );
}

function normalize(text: string): string {
  return text.normalize('NFC').trim();
}

/** A careful reader expects the ISBN of a book that has one. */
function readIdentifier(
  book: Book,
  { attributes: { productIdentifier } }: ShownItem,
  pointer: string,
): readonly ObservedReading[] {
  const isbn = getSettledValue(book, 'isbn');
  if (typeof isbn !== 'string' || productIdentifier === undefined) return [];
  if (getComparison('isbn')(isbn, productIdentifier)) {
    return [{ silence: 'list.product-identifier', reading: 'isbn' }];
  }
  const actual = formatValue(productIdentifier);
  const difference = { expected: isbn, actual, pointer: `${pointer}/productIdentifier` };
  return [{ silence: 'list.product-identifier', reading: 'other', difference }];
}

/** Returns the value of a field that never changed, so that no list can show another one. */
function getSettledValue(book: Book, name: string): unknown {
  const { current, previous } = getField(book, name);
  return previous === undefined ? getOnlyValue(current)?.value : undefined;
}

/**
 * Returns what a list that holds all books of its query shows by leaving some out.
 * @param ids the ids of the books that it shows
 */
export function readMissingBooks(
  ids: ReadonlySet<string>,
  query: ListQuery,
  question: Question,
): readonly ObservedReading[] {
  const { world } = question;
  if (world.books.size > maxBooks) return [];
  const books = [...world.books.values()];
  const { language } = query;
  const byOtherLanguage = books.filter(
    (book) =>
      language !== undefined &&
      mayFilterByFirst(book, language) &&
      mustBeListed(book, { ...query, language: undefined }, question),
  );
  const inShops = books.filter((book) => isListedInShops(book, query, question));
  return [
    ...readMissing(byOtherLanguage, ids, {
      silence: 'list.language.entries',
      readings: ['all', 'first'],
      property: `has the language ${language}`,
    }),
    ...readMissing(inShops, ids, {
      silence: 'list.in-shops',
      readings: ['listed', 'left-out'],
      property: 'was published and not withdrawn',
    }),
  ];
}

interface MissingBooks {
  readonly silence: SilenceId;
  /** The reading of a list with all of the books, and of one that leaves some out. */
  readonly readings: readonly [string, string];
  /** Why a careful reader expects the books. */
  readonly property: string;
}

function readMissing(
  expectedBooks: readonly Book[],
  ids: ReadonlySet<string>,
  { silence, readings: [complete, partial], property }: MissingBooks,
): readonly ObservedReading[] {
  const missing = expectedBooks.find(({ id }) => !ids.has(id));
  if (missing === undefined)
    return expectedBooks.length === 0 ? [] : [{ silence, reading: complete }];
  const expected = `the book ${missing.id}, which ${property}`;
  const difference = { expected, actual: 'not listed', pointer: '/data' };
  return [{ silence, reading: partial, difference }];
}
