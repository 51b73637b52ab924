/** Tests when a walk over the pages of a list ends. */
import { describe, expect, it } from 'vitest';
import { createList, type BookPage } from './list-books.ts';
import { pageBody } from './readers.ts';
import type { BookListItem } from '../contract.ts';
import { isUnexpectedResponseError } from '../errors/index.ts';
import { listItem } from '../scenes/scene.ts';

interface PageOptions {
  /** The total in `meta`; by default the number of books on the page. */
  readonly total?: number;
  readonly lastPage?: number;
}

function page(ids: string[], next: string | null, options: PageOptions = {}): BookPage {
  const { total = ids.length, lastPage = 1 } = options;
  return {
    data: ids.map(listItem),
    meta: { total, page: 1, perPage: 2, lastPage },
    links: { self: '/', next, prev: null },
    getNextPage: async () => null,
  };
}

/** A list over fixed responses, and the numbers of the pages it requested. */
function listOver(responses: readonly BookPage[], first = 1) {
  const asked: number[] = [];
  const list = createList(first, async (number) => {
    asked.push(number);
    const data = responses[asked.length - 1];
    if (data === undefined) throw new Error(`page ${number} was not to be requested`);
    return { data, response: new Response(), attempts: 1 };
  });
  return { list, asked };
}

async function idsOf(list: AsyncIterable<BookListItem>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of list) ids.push(id);
  return ids;
}

describe('a list of books', () => {
  it('walks page by page until next is null, counting for itself', async () => {
    const away = 'https://other.example/books?page=99';
    const { list, asked } = listOver([page(['a', 'b'], away), page(['c'], null)]);
    expect(await idsOf(list)).toEqual(['a', 'b', 'c']);
    expect(asked).toEqual([1, 2]);
  });

  it('starts at the page it was given', async () => {
    const { list, asked } = listOver([page(['c'], '/next'), page(['d'], null)], 7);
    await idsOf(list);
    expect(asked).toEqual([7, 8]);
  });

  it('stops at an empty page after the last book, even if there is a next link', async () => {
    const { list, asked } = listOver([page(['a'], '/next'), page([], '/next')]);
    expect(await idsOf(list)).toEqual(['a']);
    expect(asked).toEqual([1, 2]);
  });

  it('stops when a service ignores the page number', async () => {
    const same = page(['a', 'b'], '/next');
    const { list, asked } = listOver([same, same, same]);
    expect(await idsOf(list)).toEqual(['a', 'b']);
    expect(asked).toEqual([1, 2, 3]);
  });

  it('stops when the pages repeat', async () => {
    const { list } = listOver([
      page(['a'], '/n'),
      page(['b'], '/n'),
      page(['a'], '/n'),
      page(['b'], '/n'),
    ]);
    expect(await idsOf(list)).toEqual(['a', 'b']);
  });

  it('stops when a service keeps returning the same books in another order', async () => {
    const { list, asked } = listOver([
      page(['a', 'b', 'c'], '/n'),
      page(['b', 'a', 'c'], '/n'),
      page(['c', 'a', 'b'], '/n'),
    ]);
    expect(await idsOf(list)).toEqual(['a', 'b', 'c']);
    expect(asked).toEqual([1, 2, 3]);
  });

  it('returns a book only once if it moves to the next page', async () => {
    const { list } = listOver([page(['a', 'b'], '/n'), page(['b', 'c'], '/n'), page(['d'], null)]);
    expect(await idsOf(list)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('continues after a whole page moved', async () => {
    const { list } = listOver([
      page(['a', 'b', 'c'], '/n'),
      page(['b', 'c'], '/n'),
      page(['d'], null),
    ]);
    expect(await idsOf(list)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('returns the first books, and requests no unneeded page', async () => {
    const pages = [page(['a', 'b'], '/n'), page(['c', 'd'], '/n'), page(['e'], null)];
    const { list, asked } = listOver(pages);
    expect((await list.toArray({ limit: 4 })).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
    expect(asked).toEqual([1, 2]);
    expect(await listOver(pages).list.toArray({ limit: 3 })).toHaveLength(3);
    expect(await listOver(pages).list.toArray({ limit: Infinity })).toHaveLength(5);
  });

  it.each([0, -1, Number.NaN])('does not take %d for a limit', async (limit) => {
    const { list, asked } = listOver([]);
    await expect(list.toArray({ limit })).rejects.toThrow('limit must be a number above 0');
    expect(asked).toEqual([]);
  });

  it('returns one page with its response, or its outcome as a value', async () => {
    const { list, asked } = listOver([page(['a'], null), page(['b'], null)], 5);
    const { data, response } = await list.page().withResponse();
    expect([data.data[0]?.id, response.status]).toEqual(['a', 200]);
    expect(await list.page(9).safe()).toMatchObject({ ok: true, status: 200 });
    expect(asked).toEqual([5, 9]);
  });

  it('sends nothing before it is iterated, and nothing after a break', async () => {
    const { list, asked } = listOver([page(['a', 'b'], '/next')]);
    expect(asked).toEqual([]);
    for await (const { id } of list) if (id === 'a') break;
    expect(asked).toEqual([1]);
  });

  it('returns whole pages too, including an empty first one', async () => {
    const pages: BookPage[] = [];
    for await (const one of listOver([page([], null)]).list.byPage()) pages.push(one);
    expect(pages).toMatchObject([{ data: [], links: { next: null } }]);
  });

  it('can be iterated twice', async () => {
    const { list } = listOver([page(['a'], null), page(['a'], null)]);
    expect(await idsOf(list)).toEqual(await idsOf(list));
  });
});

describe('a list that ends early', () => {
  const half = { total: 4, lastPage: 4 };

  it('continues after an empty page that has a next link', async () => {
    const { list, asked } = listOver([
      page(['a'], '/n', { total: 3, lastPage: 4 }),
      page([], '/n', { total: 3, lastPage: 4 }),
      page(['b'], '/n', { total: 3, lastPage: 4 }),
      page(['c'], null, { total: 3, lastPage: 4 }),
    ]);
    expect(await idsOf(list)).toEqual(['a', 'b', 'c']);
    expect(asked).toEqual([1, 2, 3, 4]);
  });

  it.each<[string, BookPage[]]>([
    ['next is null', [page(['a', 'b'], '/n', half), page(['c'], null, half)]],
    ['pages repeat themselves', Array.from({ length: 101 }, () => page(['a', 'b'], '/n', half))],
    [
      'pages stay empty',
      [page(['a'], '/n', half), ...Array.from({ length: 100 }, () => page([], '/n', half))],
    ],
  ])('is an error that says how many books were received: %s', async (_, pages) => {
    const error: unknown = await idsOf(listOver(pages).list).catch((thrown: unknown) => thrown);
    expect(isUnexpectedResponseError(error)).toBe(true);
    expect(String(error)).toMatch(/expected 4 books as meta.total says; received [123] when/);
    await expect(listOver(pages).list.toArray({ limit: Infinity })).rejects.toThrow(
      'expected 4 books',
    );
  });

  it('is not an error when only the first books were wanted, or the walk began later', async () => {
    const { list } = listOver([page(['a', 'b'], '/n', half)]);
    expect(await list.toArray({ limit: 2 })).toHaveLength(2);
    expect(await idsOf(listOver([page(['c', 'd'], null, half)], 2).list)).toEqual(['c', 'd']);
  });
});

describe('iterating by hand', () => {
  it('serves concurrent steps in order, and does not continue after its end', async () => {
    const iterator = listOver([page(['a', 'b'], '/n'), page(['c'], null)]).list[
      Symbol.asyncIterator
    ]();
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

describe('pageBody', () => {
  it.each([
    ['no body', undefined],
    ['a bare list', []],
    ['no links', { data: [], meta: {} }],
    ['no meta', { data: [], links: {} }],
    ['an item without id', { data: [{}], meta: {}, links: {} }],
  ])('does not take %s for a page', (_, body) => {
    expect(pageBody.read(body)).toBeUndefined();
  });
});
