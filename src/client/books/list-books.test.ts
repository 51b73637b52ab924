/** Tests which pages a list requests, which books it returns, and when it ends. */
import { describe, expect, it } from 'vitest';
import { createList, type BookPage } from './list-books.ts';
import { pageReader } from './readers.ts';
import type { BookListItem } from '../contract.ts';
import { isUnexpectedResponseError } from '../errors/index.ts';
import { createListItem, createScene } from '../../../tests/support/client/scene.ts';

interface PageOptions {
  /** The total in `meta`; by default not a number. */
  readonly total?: number;
  readonly lastPage?: number;
}

function createPage(ids: string[], next: string | null, options: PageOptions = {}): BookPage {
  const { total = Number.NaN, lastPage = 1 } = options;
  return {
    data: ids.map(createListItem),
    meta: { total, page: 1, perPage: 2, lastPage },
    links: { self: '/', next, prev: null },
    getNextPage: async () => null,
  };
}

/** Creates a list over prepared pages, and records the numbers of the pages that it requests. */
function createTestList(responses: readonly BookPage[], first = 1) {
  const requestedPages: number[] = [];
  const list = createList(first, () => async (number) => {
    requestedPages.push(number);
    const data = responses[requestedPages.length - 1];
    if (data === undefined) throw new Error(`page ${number} was not to be requested`);
    return { data, response: new Response(), attempts: 1 };
  });
  return { list, requestedPages };
}

async function readIds(list: AsyncIterable<BookListItem>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of list) ids.push(id);
  return ids;
}

describe('a list of books', () => {
  it('requests one page after the other until next is null, and does not follow the link', async () => {
    const link = 'https://other.example/books?page=99';
    const pages = [createPage(['a', 'b'], link), createPage(['c'], null)];
    const { list, requestedPages } = createTestList(pages);
    expect(await readIds(list)).toEqual(['a', 'b', 'c']);
    expect(requestedPages).toEqual([1, 2]);
  });

  it('starts at the given page', async () => {
    const { list, requestedPages } = createTestList(
      [createPage(['c'], '/next'), createPage(['d'], null)],
      7,
    );
    await readIds(list);
    expect(requestedPages).toEqual([7, 8]);
  });

  it('stops at an empty page after the last book, even if there is a next link', async () => {
    const { list, requestedPages } = createTestList([
      createPage(['a'], '/next'),
      createPage([], '/next'),
    ]);
    expect(await readIds(list)).toEqual(['a']);
    expect(requestedPages).toEqual([1, 2]);
  });

  it('stops if the service ignores the page number', async () => {
    const repeatedPage = createPage(['a', 'b'], '/next');
    const { list, requestedPages } = createTestList([repeatedPage, repeatedPage, repeatedPage]);
    expect(await readIds(list)).toEqual(['a', 'b']);
    expect(requestedPages).toEqual([1, 2, 3]);
  });

  it('stops if the service repeats its pages', async () => {
    const { list } = createTestList([
      createPage(['a'], '/n'),
      createPage(['b'], '/n'),
      createPage(['a'], '/n'),
      createPage(['b'], '/n'),
    ]);
    expect(await readIds(list)).toEqual(['a', 'b']);
  });

  it('stops if the service keeps returning the same books in another order', async () => {
    const { list, requestedPages } = createTestList([
      createPage(['a', 'b', 'c'], '/n'),
      createPage(['b', 'a', 'c'], '/n'),
      createPage(['c', 'a', 'b'], '/n'),
    ]);
    expect(await readIds(list)).toEqual(['a', 'b', 'c']);
    expect(requestedPages).toEqual([1, 2, 3]);
  });

  it('returns a book only once if it moves to the next page', async () => {
    const { list } = createTestList([
      createPage(['a', 'b'], '/n'),
      createPage(['b', 'c'], '/n'),
      createPage(['d'], null),
    ]);
    expect(await readIds(list)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('continues after a page of books that were already returned', async () => {
    const { list } = createTestList([
      createPage(['a', 'b', 'c'], '/n'),
      createPage(['b', 'c'], '/n'),
      createPage(['d'], null),
    ]);
    expect(await readIds(list)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('returns at most as many books as the limit, and requests only their pages', async () => {
    const pages = [
      createPage(['a', 'b'], '/n'),
      createPage(['c', 'd'], '/n'),
      createPage(['e'], null),
    ];
    const { list, requestedPages } = createTestList(pages);
    expect((await list.toArray({ limit: 4 })).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
    expect(requestedPages).toEqual([1, 2]);
    expect(await createTestList(pages).list.toArray({ limit: 3 })).toHaveLength(3);
    expect(await createTestList(pages).list.toArray({ limit: Infinity })).toHaveLength(5);
  });

  it('refuses a query with a number that is none', () => {
    const { books, requests } = createScene(async () => Response.json({}));
    expect(() => books.list({ perPage: Number.NaN })).toThrow('perPage must be a finite number');
    expect(requests).toEqual([]);
  });

  it.each([0, -1, Number.NaN])('refuses the limit %d', async (limit) => {
    const { list, requestedPages } = createTestList([]);
    await expect(list.toArray({ limit })).rejects.toThrow('limit must be a whole number from 1');
    expect(requestedPages).toEqual([]);
  });

  it('returns a single page with its response, or as an outcome', async () => {
    const { list, requestedPages } = createTestList(
      [createPage(['a'], null), createPage(['b'], null)],
      5,
    );
    const { data, response } = await list.page().withResponse();
    expect([data.data[0]?.id, response.status]).toEqual(['a', 200]);
    expect(await list.page(9).safe()).toMatchObject({ ok: true, status: 200 });
    expect(requestedPages).toEqual([5, 9]);
  });

  it('sends no request before the iteration, and none after a break', async () => {
    const { list, requestedPages } = createTestList([createPage(['a', 'b'], '/next')]);
    expect(requestedPages).toEqual([]);
    for await (const { id } of list) if (id === 'a') break;
    expect(requestedPages).toEqual([1]);
  });

  it('returns an empty first page with byPage', async () => {
    const { list } = createTestList([createPage([], null)]);
    const pages: BookPage[] = [];
    for await (const page of list.byPage()) pages.push(page);
    expect(pages).toMatchObject([{ data: [], links: { next: null } }]);
  });

  it('can be iterated twice', async () => {
    const { list } = createTestList([createPage(['a'], null), createPage(['a'], null)]);
    expect(await readIds(list)).toEqual(await readIds(list));
  });
});

describe('a list with fewer books than its total', () => {
  const threeBooks = { total: 3, lastPage: 4 };
  const fourBooks = { total: 4, lastPage: 4 };
  const createPages = (count: number, ids: string[]) =>
    Array.from({ length: count }, () => createPage(ids, '/n', fourBooks));

  it('continues after an empty page that has a next link', async () => {
    const { list, requestedPages } = createTestList([
      createPage(['a'], '/n', threeBooks),
      createPage([], '/n', threeBooks),
      createPage(['b'], '/n', threeBooks),
      createPage(['c'], null, threeBooks),
    ]);
    expect(await readIds(list)).toEqual(['a', 'b', 'c']);
    expect(requestedPages).toEqual([1, 2, 3, 4]);
  });

  it.each<[string, BookPage[]]>([
    ['next is null', [createPage(['a', 'b'], '/n', fourBooks), createPage(['c'], null, fourBooks)]],
    ['100 pages repeat the first one', createPages(101, ['a', 'b'])],
    ['100 pages are empty', [createPage(['a'], '/n', fourBooks), ...createPages(100, [])]],
  ])('throws an error with the number of received books if %s', async (_, pages) => {
    const { list } = createTestList(pages);
    const error: unknown = await readIds(list).catch((thrown: unknown) => thrown);
    expect(isUnexpectedResponseError(error)).toBe(true);
    expect(String(error)).toMatch(/expected 4 books as meta.total says; received [123] when/);
    await expect(createTestList(pages).list.toArray({ limit: Infinity })).rejects.toThrow(
      'expected 4 books',
    );
  });

  it('throws no error if the limit is reached, or if the skipped pages contain the rest', async () => {
    const { list } = createTestList([createPage(['a', 'b'], '/n', fourBooks)]);
    expect(await list.toArray({ limit: 2 })).toHaveLength(2);
    const secondPage = createPage(['c', 'd'], null, fourBooks);
    expect(await readIds(createTestList([secondPage], 2).list)).toEqual(['c', 'd']);
  });
});

describe('the iterator of a list', () => {
  it('returns the books in order to concurrent calls of next, and then stays done', async () => {
    const { list } = createTestList([createPage(['a', 'b'], '/n'), createPage(['c'], null)]);
    const iterator = list[Symbol.asyncIterator]();
    const steps = await Promise.all([1, 2, 3, 4, 5].map(async () => iterator.next()));
    expect(steps.map((step) => (step.done === true ? undefined : step.value.id))).toEqual([
      'a',
      'b',
      'c',
      undefined,
      undefined,
    ]);
    expect(steps.map(({ done }) => done)).toEqual([false, false, false, true, true]);
  });
});

describe('pageReader', () => {
  it.each([
    ['no body', undefined],
    ['a bare list', []],
    ['no links', { data: [], meta: {} }],
    ['no meta', { data: [], links: {} }],
    ['an item without id', { data: [{}], meta: {}, links: {} }],
  ])('refuses %s', (_, body) => {
    expect(pageReader.read(body)).toBeUndefined();
  });
});

describe('a list from which books are deleted meanwhile', () => {
  it('reads the page before again, on which the hidden book is now', async () => {
    const { list, requestedPages } = createTestList([
      createPage(['a', 'b'], '/next', { total: 5, lastPage: 3 }),
      // The book a was deleted, so the book c has moved to the first page.
      createPage(['d', 'e'], null, { total: 4, lastPage: 2 }),
      createPage(['b', 'c'], '/next', { total: 4, lastPage: 2 }),
      createPage(['d', 'e'], null, { total: 4, lastPage: 2 }),
    ]);
    expect(await readIds(list)).toEqual(['a', 'b', 'd', 'e', 'c']);
    expect(requestedPages).toEqual([1, 2, 1, 2]);
  });

  it('throws the error of getNextPage, and gives the received books with that of toArray', async () => {
    const page = createPage(['a', 'b'], null, { total: 3 });
    const { list } = createTestList([page, page]);
    const error: unknown = await list
      .toArray({ limit: Infinity })
      .catch((thrown: unknown) => thrown);
    if (!isUnexpectedResponseError(error)) throw error;
    expect(error.books?.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(JSON.stringify(error)).not.toContain('Tides');
    await expect((await list.page()).getNextPage()).rejects.toSatisfy(isUnexpectedResponseError);
  });
});

it('the page with a number has a next page, and null after the last one', async () => {
  const options = { total: 4, lastPage: 2 };
  const pages = [createPage(['c', 'd'], null, options), createPage(['c'], '/next', options)];
  const { list, requestedPages } = createTestList([...pages, createPage(['d'], null, options)]);
  expect(await (await list.page(2)).getNextPage()).toBeNull();
  const page = await list.page(1);
  expect((await page.getNextPage())?.data).toHaveLength(1);
  expect(requestedPages).toEqual([2, 1, 2]);
});

it('a deadline of the caller is for the whole list, and that of the client for each page', async () => {
  const attributes = createListItem('a').attributes;
  let count = 0;
  const scene = createScene(async () => {
    count += 1;
    const data = [{ id: String(count), type: 'book', attributes }];
    return Response.json({ data, meta: { lastPage: 6 }, links: { next: count < 6 ? '/' : null } });
  });
  const readAll = async (options?: { deadlineMs: number }) => {
    count = 0;
    for await (const { id } of scene.books.list({}, options)) {
      expect(id).toBe(String(count));
      await new Promise<void>((resolve) => void scene.time.after(100_000, resolve));
    }
    return count;
  };
  expect(await readAll()).toBe(6);
  await expect(readAll({ deadlineMs: 150_000 })).rejects.toMatchObject({ type: 'timeout' });
  expect(count).toBe(2);
});
