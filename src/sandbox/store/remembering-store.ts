/** Caches books and pages in front of a store that has no other writer. */
import type { Book } from '../book/index.ts';
import type { Page, PageQuery, Row, Store, WriteOutcome } from './store.ts';

/** @param store must have no other writer, or the cache grows stale */
export function rememberingStore(store: Store): Store {
  const books = createMemory<Book>(2_000);
  const pages = createMemory<Page>(100);
  const noting = async (row: Row, written: Promise<WriteOutcome>): Promise<WriteOutcome> => {
    const outcome = await written;
    pages.clear();
    if (outcome === 'written') books.set(row.book.id, row.book);
    else books.clear();
    return outcome;
  };
  return {
    ...store,
    insertBook: (row) => noting(row, store.insertBook(row)),
    replaceBook: (row) => noting(row, store.replaceBook(row)),
    insertBooks: async (rows) => {
      await store.insertBooks(rows);
      pages.clear();
    },
    insertMany: async (batches) => {
      await store.insertMany(batches);
      pages.clear();
    },
    readBook: (id) => books.recall(id, () => store.readBook(id)),
    page: async (query) =>
      // Pages that differ from one read to the next are not cached.
      (query.unstable
        ? await store.page(query)
        : await pages.recall(keyOf(query), () => store.page(query))) ?? { total: 0, items: '' },
    reset: async () => {
      await store.reset();
      books.clear();
      pages.clear();
    },
  };
}

/** @param most the number of values that are kept; the oldest one is dropped first */
function createMemory<V>(most: number) {
  const known = new Map<string, V>();
  let changes = 0;
  const set = (key: string, value: V) => {
    changes += 1;
    const [oldest] = known.size < most ? [] : known.keys();
    if (oldest !== undefined) known.delete(oldest);
    known.set(key, value);
  };
  return {
    set,
    /** Returns the cached value of a key, or reads and caches it. */
    recall: async (key: string, read: () => Promise<V | undefined>): Promise<V | undefined> => {
      const value = known.get(key);
      if (value !== undefined) return value;
      const before = changes;
      const found = await read();
      // A value that changed while it was read may be outdated.
      if (found !== undefined && before === changes) set(key, found);
      return found;
    },
    clear: () => {
      changes += 1;
      known.clear();
    },
  };
}

function keyOf(query: PageQuery): string {
  const { account, sort, descending, format, language, shownUntil, limit, offset } = query;
  return JSON.stringify([account, sort, descending, format, language, shownUntil, limit, offset]);
}
