/** Compares pages with those of a plain list that is filtered, sorted and cut. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Book } from '../book/index.ts';
import { rowFor, storedBook } from '../scenes/stored-book.ts';
import { openStore } from './sql-store.ts';
import type { PageQuery, SortKey, Store } from './store.ts';

const formats = ['ebook', 'print', 'audio'];
const languages = [['EN'], ['DE'], ['EN', 'DE'], ['FR'], ['EN', 'EN']];

/** The same numbers every time. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
}

let store: Store;
const books = new Map<string, Book>();

async function write(book: Book): Promise<void> {
  const before = books.get(book.id);
  const written = await (before === undefined
    ? store.insertBook(rowFor(book))
    : store.replaceBook(rowFor(book)));
  expect(written).toBe('written');
  books.set(book.id, book);
}

beforeAll(async () => {
  store = await openStore();
  const pick = numbers(7);
  const some = (sequence: number, version: number): Book =>
    storedBook(sequence, {
      version,
      title: `Title ${pick(900)}`,
      format: formats[pick(3)] ?? '',
      language: languages[pick(5)] ?? [],
      isbn: pick(3) === 0 ? null : String(9_780_000_000_000 + pick(4_000)),
    });
  for (let sequence = 1; sequence <= 5_000; sequence += 1) await write(some(sequence, 1));
  for (let turn = 0; turn < 1_500; turn += 1) {
    const old = books.get(storedBook(1 + pick(5_000)).id);
    if (old === undefined || old.deletedAt !== undefined) continue;
    const version = old.version + 1;
    const changed = pick(3) === 0 ? { ...old, version, deletedAt: 1 } : some(old.sequence, version);
    await write(changed);
  }
}, 60_000);

afterAll(() => store.close());

function expected(query: PageQuery): { total: number; items: string } {
  const keyOf = ({ title, isbn, createdAt }: Book) =>
    ({ title: title.toLowerCase(), productIdentifier: isbn, createdAt: String(createdAt) })[
      query.sort
    ];
  const sign = query.descending ? -1 : 1;
  const found = [...books.values()]
    .filter(({ deletedAt }) => deletedAt === undefined)
    .filter(({ format }) => query.format === undefined || format === query.format)
    .filter(({ language }) => query.language === undefined || language.includes(query.language))
    .filter(({ createdAt }) => createdAt <= query.visibleUntil)
    .sort((one, other) => {
      const [a, b] = [keyOf(one), keyOf(other)];
      if (a === null || b === null) {
        if (a !== b) return a === null ? 1 : -1;
        return sign * (one.sequence - other.sequence);
      }
      return sign * (a < b ? -1 : a > b ? 1 : one.sequence - other.sequence);
    });
  const page = found.slice(query.offset, query.offset + query.limit);
  return { total: found.length, items: page.map(({ id }) => JSON.stringify(id)).join(',') };
}

const query = (changes: Partial<PageQuery>): PageQuery => ({
  account: 'a',
  sort: 'createdAt',
  descending: false,
  unstable: false,
  visibleUntil: Number.MAX_SAFE_INTEGER,
  limit: 50,
  offset: 0,
  readingsHash: 'now',
  itemOf: ({ id }) => JSON.stringify(id),
  ...changes,
});

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
)('%j', async (shape) => {
  const { total } = expected(query(shape));
  const offsets = [0, 1, 50, 1_999, 2_000, 2_450, total - 2_050, total - 51, total - 1, total, 1e9];
  for (const offset of offsets.filter((one) => one >= 0)) {
    for (const limit of [1, 50, 100]) {
      const asked = query({ ...shape, offset, limit });
      expect(await store.readPage(asked), `offset ${offset}`).toEqual(expected(asked));
    }
  }
});

test('books that are too new are left out', async () => {
  for (const sort of sorts) {
    const asked = query({ sort, visibleUntil: 1_700_000_002_500, offset: 700, language: 'EN' });
    expect(await store.readPage(asked)).toEqual(expected(asked));
  }
});

test('an unstable order shows every other page with ties the other way round', async () => {
  const pages = [];
  for (let read = 0; read < 2; read += 1) {
    pages.push(await store.readPage(query({ sort: 'title', unstable: true, limit: 100 })));
  }
  expect(pages[0]?.items).not.toBe(pages[1]?.items);
  expect(pages[0]?.items.length).toBe(pages[1]?.items.length);
});

test('an item written under other readings is written again on the way out', async () => {
  const page = await store.readPage(
    query({ readingsHash: 'later', limit: 1, itemOf: () => '"again"' }),
  );
  expect(page.items).toBe('"again"');
});

test('the pages of a list hold each book once', async () => {
  const seen: string[] = [];
  for (let offset = 0; ; offset += 100) {
    const { items } = await store.readPage(
      query({ sort: 'productIdentifier', offset, limit: 100 }),
    );
    if (items === '') break;
    seen.push(...items.split(','));
  }
  expect(seen.length).toBe(new Set(seen).size);
  expect(seen.length).toBe(expected(query({})).total);
});
