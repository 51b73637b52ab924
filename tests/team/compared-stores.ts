/** Makes the same changes in any store and reads everything back, so that stores can be compared. */
import { expect } from 'vitest';
import type { Book } from '../../src/sandbox/book/index.ts';
import { createQuery, makeRow, makeStoredBook } from '../support/sandbox/stored-book.ts';
import type { SortKey, Store } from '../../src/sandbox/store/index.ts';

const titles = [
  'Aa',
  'aA',
  'Ünder',
  'Zz',
  'a\u0000b',
  '\uffff',
  '\u{1f600}',
  'İstanbul',
  'x'.repeat(3_000),
];

/** Returns a book whose title, format, language and ISBN are derived from its number. */
export function createBook(sequence: number, version = 1): Book {
  const mixedNumber = (sequence * 7_919 + version * 104_729) % 10_007;
  return makeStoredBook(sequence, {
    version,
    title: `${titles[mixedNumber % titles.length]} ${mixedNumber % 300}`,
    externalId:
      mixedNumber % 5 === 0 ? null : `${titles[mixedNumber % titles.length]}-${mixedNumber % 700}`,
    format: (['ebook', 'print', 'audio'] as const)[mixedNumber % 3] ?? 'ebook',
    language: [['EN'], ['DE'], ['EN', 'DE'], ['FR']][mixedNumber % 4] ?? [],
    isbn: mixedNumber % 4 === 0 ? null : String(9_780_000_000_000 + (mixedNumber % 900)),
    ...(mixedNumber % 50 === 0 ? { reviewedAt: mixedNumber } : {}),
  });
}

/** Writes 5,000 books, changes some and deletes others. */
export async function fillStore(store: Store): Promise<void> {
  const numbers = Array.from({ length: 5_000 }, (_, index) => index + 1);
  for (let start = 0; start < numbers.length; start += 500) {
    const batch = numbers.slice(start, start + 500).map((number) => makeRow(createBook(number)));
    await store.insertBooks(batch);
  }
  for (const number of numbers.filter((entry) => entry % 13 === 0)) {
    const changedBook = createBook(number, 2);
    const deletion = number % 3 === 0 ? { deletedAt: 5 } : {};
    expect(await store.replaceBook(makeRow({ ...changedBook, ...deletion }))).toBe('written');
    expect(await store.replaceBook(makeRow(changedBook))).toBe('overtaken');
  }
}

const sorts: readonly SortKey[] = ['createdAt', 'title', 'productIdentifier'];
const filters = [{}, { format: 'print' }, { language: 'DE' }, { format: 'audio', language: 'EN' }];

/** Returns pages from all parts of every list, and the results of all lookups. */
export async function readEverything(store: Store): Promise<readonly unknown[]> {
  const results: unknown[] = [];
  for (const sort of sorts) {
    for (const filter of filters) {
      for (const descending of [false, true]) {
        for (const offset of [0, 49, 2_100, 4_600, 9_000]) {
          results.push(await store.readPage(createQuery({ sort, ...filter, descending, offset })));
        }
      }
    }
    const visibleUntil = 1_700_000_001_000;
    results.push(
      await store.readPage(createQuery({ sort, visibleUntil, offset: 400, language: 'EN' })),
    );
  }
  const visibility = { visibleUntil: Number.MAX_SAFE_INTEGER };
  for (const title of titles) {
    const externalId = `${title}-7`;
    for (const ignoresCase of [false, true]) {
      const lookupRule = { ...visibility, ignoresCase };
      results.push((await store.findByExternalId('a', externalId, lookupRule)).map(({ id }) => id));
    }
    const byTitle = await store.findByTitle('a', `${title} 7`);
    results.push(byTitle.map(({ id }) => id).toSorted());
  }
  results.push(
    await store.countBooks('a'),
    await store.findDueReviews(5_000, 'a'),
    store.getNextReview(),
  );
  results.push(
    await store.hasOtherWithIsbn('a', '9780000000001', ''),
    await store.listBooksAfter(4_990, 5),
  );
  return results;
}
