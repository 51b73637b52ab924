/** Compares the pages of a store with those computed from an array of its books. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Book } from '../book/index.ts';
import { createRandom } from '../../../tests/support/random.ts';
import {
  createQuery,
  makeRow,
  makeStoredBook,
} from '../../../tests/support/sandbox/stored-book.ts';
import { openStore, type Store } from './sql-store.ts';
import type { PageQuery, SortKey } from './store.ts';

const formats = ['ebook', 'print', 'audio'] as const;
const languages = [['EN'], ['DE'], ['EN', 'DE'], ['FR'], ['EN', 'EN']];

let store: Store;
const books = new Map<string, Book>();

async function write(book: Book): Promise<void> {
  const before = books.get(book.id);
  const outcome = await (before === undefined
    ? store.insertBook(makeRow(book))
    : store.replaceBook(makeRow(book)));
  expect(outcome).toBe('written');
  books.set(book.id, book);
}

beforeAll(async () => {
  store = await openStore();
  const random = createRandom(7);
  const pick = (below: number) => Math.floor(random() * below);
  const makeBook = (sequence: number, version: number): Book =>
    makeStoredBook(sequence, {
      version,
      title: `Title ${pick(900)}`,
      format: formats[pick(3)] ?? 'ebook',
      language: languages[pick(5)] ?? [],
      isbn: pick(3) === 0 ? null : String(9_780_000_000_000 + pick(4_000)),
    });
  for (let sequence = 1; sequence <= 5_000; sequence += 1) await write(makeBook(sequence, 1));
  for (let turn = 0; turn < 1_500; turn += 1) {
    const oldBook = books.get(makeStoredBook(1 + pick(5_000)).id);
    if (oldBook === undefined || oldBook.deletedAt !== undefined) continue;
    const version = oldBook.version + 1;
    const changedBook =
      pick(3) === 0 ? { ...oldBook, version, deletedAt: 1 } : makeBook(oldBook.sequence, version);
    await write(changedBook);
  }
});

afterAll(() => store.close());

/** Returns the books of a list in its order. */
function sortMatches(query: PageQuery): readonly Book[] {
  const getKey = ({ title, isbn, createdAt }: Book) =>
    ({ title: title.toLowerCase(), productIdentifier: isbn, createdAt: String(createdAt) })[
      query.sort
    ];
  const sign = query.descending ? -1 : 1;
  return [...books.values()]
    .filter(({ deletedAt }) => deletedAt === undefined)
    .filter(({ format }) => query.format === undefined || format === query.format)
    .filter(({ language }) => query.language === undefined || language.includes(query.language))
    .filter(({ createdAt }) => createdAt <= query.visibleUntil)
    .sort((first, second) => {
      const [a, b] = [getKey(first), getKey(second)];
      if (a === null || b === null) {
        if (a !== b) return a === null ? 1 : -1;
        return sign * (first.sequence - second.sequence);
      }
      return sign * (a < b ? -1 : a > b ? 1 : first.sequence - second.sequence);
    });
}

function computePage(query: PageQuery, matches: readonly Book[]) {
  const page = matches.slice(query.offset, query.offset + query.limit);
  return { total: matches.length, items: page.map(({ id }) => JSON.stringify(id)).join(',') };
}

const sorts: readonly SortKey[] = ['createdAt', 'title', 'productIdentifier'];
const filters = [
  {},
  { format: 'print' },
  { language: 'DE' },
  { format: 'audio', language: 'EN' },
  { format: 'none' },
  { language: 'XX' },
];

test.each(
  sorts.flatMap((sort) =>
    filters.flatMap((filter) =>
      [true, false].map((descending) => ({ sort, ...filter, descending })),
    ),
  ),
)('every page of the list %j has the right books', async (shape) => {
  const matches = sortMatches(createQuery(shape));
  const total = matches.length;
  const offsets = [0, 1, 50, 1_999, 2_000, 2_450, total - 2_050, total - 51, total - 1, total, 1e9];
  for (const offset of offsets.filter((candidate) => candidate >= 0)) {
    for (const limit of [1, 50, 100]) {
      const pageQuery = createQuery({ ...shape, offset, limit });
      const page = await store.readPage(pageQuery);
      expect(page, `offset ${offset}`).toEqual(computePage(pageQuery, matches));
    }
  }
});

test('a page leaves out books that are too new', async () => {
  for (const sort of sorts) {
    const pageQuery = createQuery({
      sort,
      visibleUntil: 1_700_000_002_500,
      offset: 700,
      language: 'EN',
    });
    expect(await store.readPage(pageQuery)).toEqual(computePage(pageQuery, sortMatches(pageQuery)));
  }
});

test('under an unstable order, every other read reverses ties', async () => {
  const pages = [];
  for (let readNumber = 0; readNumber < 2; readNumber += 1) {
    pages.push(await store.readPage(createQuery({ sort: 'title', unstable: true, limit: 100 })));
  }
  expect(pages[0]?.items).not.toBe(pages[1]?.items);
  expect(pages[0]?.items.length).toBe(pages[1]?.items.length);
});

test('a list item that was stored under other readings is created again when it is read', async () => {
  const page = await store.readPage(
    createQuery({ readingsHash: 'later', limit: 1, itemOf: () => '"again"' }),
  );
  expect(page.items).toBe('"again"');
});

test('a page that is read during an insert shows every older book', async () => {
  const ownStore = await openStore();
  await ownStore.insertBook(makeRow(makeStoredBook(1)));
  const query = createQuery({ sort: 'createdAt', descending: true, limit: 1_000 });
  // The insert begins at a different point of each read.
  for (let sequence = 2; sequence <= 60; sequence += 1) {
    const reading = ownStore.readPage(query);
    for (let turn = 0; turn < sequence; turn += 1) await Promise.resolve();
    await ownStore.insertBook(makeRow(makeStoredBook(sequence)));
    const oldest = makeRow(makeStoredBook(1)).item;
    expect((await reading).items.split(',')).toContain(oldest);
  }
  await ownStore.close();
});
