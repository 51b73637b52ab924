/** Books as rows of the table `book`, and back. */
import type { Book } from '../book/index.ts';
import type { Row } from './store.ts';
import { lookUpKey, sortKey } from './text-keys.ts';

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
  /** Identifies the readings that the item was written under. */
  item_form: string;
};

/** Returns the columns of a row; those that lists and lookups need are columns next to the JSON. */
export function bookColumns({
  book,
  item,
  readingsHash,
  listed,
}: Pick<Row, 'book' | 'item' | 'readingsHash' | 'listed'>): BookColumns {
  return {
    id: book.id,
    account: book.account,
    sequence: book.sequence,
    version: book.version,
    external_id: optionalKey(book.externalId),
    external_folded: optionalKey(book.externalId?.toLowerCase() ?? null),
    isbn: optionalKey(book.isbn),
    format: book.format,
    title_key: titleKey(book.title),
    languages: JSON.stringify(book.language),
    created_at: book.createdAt,
    deleted: book.deletedAt === undefined ? 0 : 1,
    listed: listed ? 1 : 0,
    review_at: book.reviewedAt ?? null,
    record: JSON.stringify(book),
    item,
    item_form: readingsHash,
  };
}

/** Returns the key of a title; upper and lower case are the same. */
export function titleKey(title: string): string {
  return sortKey(title.toLowerCase());
}

function optionalKey(text: string | null): string | null {
  return text === null ? null : lookUpKey(text);
}

export function parseBook({ record }: { readonly record: string }): Book {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- only bookColumns writes records, and it writes books
  return JSON.parse(record) as Book;
}
