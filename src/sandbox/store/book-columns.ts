/** Books as rows of the table `book`, and back. */
import type { Book } from '../book/index.ts';
import type { Row } from './store.ts';
import { toLookUpKey, toSortKey } from './text-keys.ts';

/** The columns of the table `book`. */
export type BookColumns = {
  id: string;
  account: string;
  /** The primary key; counts up in the order books were created. */
  sequence: number;
  version: number;
  external_id: string | null;
  /** The external id in lower case. */
  external_folded: string | null;
  isbn: string | null;
  format: string;
  title_key: string;
  /** A JSON array in upper case. */
  languages: string;
  created_at: number;
  deleted: number;
  listed: number;
  review_at: number | null;
  /** The whole book as JSON. */
  record: string;
  /** Its list item as JSON. */
  item: string;
  /** A hash of the readings under which the item was written. */
  item_form: string;
};

/** Returns the columns of a row: the book as JSON, and the values that lists and lookups need. */
export function toBookColumns({
  book,
  item,
  readingsHash,
  isListed,
}: Pick<Row, 'book' | 'item' | 'readingsHash' | 'isListed'>): BookColumns {
  return {
    id: book.id,
    account: book.account,
    sequence: book.sequence,
    version: book.version,
    external_id: toOptionalKey(book.externalId),
    external_folded: toOptionalKey(book.externalId?.toLowerCase() ?? null),
    isbn: toOptionalKey(book.isbn),
    format: book.format,
    title_key: getTitleKey(book.title),
    languages: JSON.stringify(book.language),
    created_at: book.createdAt,
    deleted: book.deletedAt === undefined ? 0 : 1,
    listed: isListed ? 1 : 0,
    review_at: book.reviewedAt ?? null,
    record: JSON.stringify(book),
    item,
    item_form: readingsHash,
  };
}

/** Returns the sort key of a title, which ignores case. */
export function getTitleKey(title: string): string {
  return toSortKey(title.toLowerCase());
}

function toOptionalKey(text: string | null): string | null {
  return text === null ? null : toLookUpKey(text);
}

export function parseBook({ record }: { readonly record: string }): Book {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- only bookColumns writes records, and it writes books
  return JSON.parse(record) as Book;
}
