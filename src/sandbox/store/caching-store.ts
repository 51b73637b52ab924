/** Caches books and pages in front of a store that has no other writer. */
import type { Book } from '../book/index.ts';
import type { Page, PageQuery, Row, Store, WriteOutcome } from './store.ts';

/** @param store must have no other writer, or the cache grows stale */
export function createCachingStore(store: Store): Store {
  const books = createCache<Book>(2_000);
  const pages = createCache<Page>(100);
  const invalidate = async (row: Row, written: Promise<WriteOutcome>): Promise<WriteOutcome> => {
    const outcome = await written;
    pages.clear();
    if (outcome === 'written') books.set(row.book.id, row.book);
    else books.clear();
    return outcome;
  };
  return {
    ...store,
    insertBook: (row) => invalidate(row, store.insertBook(row)),
    replaceBook: (row) => invalidate(row, store.replaceBook(row)),
    insertBooks: async (rows) => {
      await store.insertBooks(rows);
      pages.clear();
    },
    insertMany: async (batches) => {
      await store.insertMany(batches);
      pages.clear();
    },
    readBook: (id) => books.getOrRead(id, () => store.readBook(id)),
    readPage: async (query) =>
      // Pages that differ from one read to the next are not cached.
      (query.unstable
        ? await store.readPage(query)
        : await pages.getOrRead(getCacheKey(query), () => store.readPage(query))) ?? {
        total: 0,
        items: '',
      },
    reset: async () => {
      await store.reset();
      books.clear();
      pages.clear();
    },
  };
}

/** @param capacity the number of values that are kept; the oldest one is dropped first */
function createCache<V>(capacity: number) {
  const values = new Map<string, V>();
  let changes = 0;
  const set = (key: string, value: V) => {
    changes += 1;
    const [oldest] = values.size < capacity ? [] : values.keys();
    if (oldest !== undefined) values.delete(oldest);
    values.set(key, value);
  };
  return {
    set,
    /** Returns the cached value of a key, or reads and caches it. */
    getOrRead: async (key: string, read: () => Promise<V | undefined>): Promise<V | undefined> => {
      const value = values.get(key);
      if (value !== undefined) return value;
      const before = changes;
      const found = await read();
      // A value that changed while it was read may be outdated.
      if (found !== undefined && before === changes) set(key, found);
      return found;
    },
    clear: () => {
      changes += 1;
      values.clear();
    },
  };
}

function getCacheKey(query: PageQuery): string {
  const { account, sort, descending, format, language, visibleUntil, limit, offset } = query;
  return JSON.stringify([account, sort, descending, format, language, visibleUntil, limit, offset]);
}
