/** A store in front of a store that nobody else writes to: what was read stays read until it changes. */
import type { Book } from './book.ts';
import type { Page, PageQuery, Row, Store, Written } from './store.ts';

const keptBooks = 2_000;
const keptPages = 100;

/** @param store must have no other writer, or what is remembered grows stale */
export function rememberingStore(store: Store): Store {
  const books = new Map<string, Book>();
  const pages = new Map<string, Page>();
  let writes = 0;
  const write = async (row: Row, written: Promise<Written>): Promise<Written> => {
    const outcome = await written;
    writes += 1;
    pages.clear();
    if (outcome === 'written') keep(books, keptBooks, [row.book.id, row.book]);
    else books.delete(row.book.id);
    return outcome;
  };
  /** What was read is kept only when nothing was written meanwhile. */
  const reading = async <V>(read: Promise<V>, remember: (value: V) => void): Promise<V> => {
    const before = writes;
    const value = await read;
    if (before === writes) remember(value);
    return value;
  };
  return {
    ...store,
    insertBook: (row) => write(row, store.insertBook(row)),
    replaceBook: (row) => write(row, store.replaceBook(row)),
    readBook: async (id) =>
      books.get(id) ??
      reading(store.readBook(id), (book) => {
        if (book !== undefined) keep(books, keptBooks, [id, book]);
      }),
    page: async (query) => {
      const asked = keyOf(query);
      return (
        pages.get(asked) ??
        reading(store.page(query), (page) => {
          keep(pages, keptPages, [asked, page]);
        })
      );
    },
    reset: async () => {
      await store.reset();
      writes += 1;
      books.clear();
      pages.clear();
    },
  };
}

/** The oldest makes room. */
function keep<V>(kept: Map<string, V>, most: number, [key, value]: readonly [string, V]): void {
  const [oldest] = kept.size < most ? [] : kept.keys();
  if (oldest !== undefined) kept.delete(oldest);
  kept.set(key, value);
}

function keyOf(query: PageQuery): string {
  const { account, sort, descending, format, language, shownUntil, limit, offset } = query;
  return JSON.stringify([account, sort, descending, format, language, shownUntil, limit, offset]);
}
