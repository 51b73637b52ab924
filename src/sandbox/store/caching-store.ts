/** Caches books and pages in front of a store that has no other writer. */
import type { Book } from '../book/index.ts';
import type { Store } from './sql-store.ts';
import type { StoredPage, PageQuery, Row, WriteOutcome } from './store.ts';

/** @param store a store without other writers, because the cache would not see their changes */
export function createCachingStore(store: Store): Store {
  // The capacities bound the memory: a page may hold a hundred items.
  const books = createCache<Book>(2_000);
  const pages = createCache<StoredPage>(100);
  const invalidate = async (row: Row, write: Promise<WriteOutcome>): Promise<WriteOutcome> => {
    const outcome = await write;
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
    readPage: async (query) => {
      const read = () => store.readPage(query);
      // An unstable page differs from one read to the next, so it is not cached.
      return query.unstable ? read() : pages.getOrRead(getCacheKey(query), read);
    },
    reset: async (account) => {
      await store.reset(account);
      books.clear();
      pages.clear();
    },
  };
}

/** @param capacity the number of values to keep; the value that was stored first is dropped first */
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
    getOrRead: async <R extends V | undefined>(key: string, readValue: () => Promise<R>) => {
      const cachedValue = values.get(key);
      if (cachedValue !== undefined) return cachedValue;
      const changesBefore = changes;
      const value = await readValue();
      // A value may be outdated if any value changed while it was read.
      if (value !== undefined && changesBefore === changes) set(key, value);
      return value;
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
