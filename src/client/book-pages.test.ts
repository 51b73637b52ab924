/** Tests where a walk over the pages of a list ends. */
import { describe, expect, it } from 'vitest';
import { bookList, bookPage } from './book-pages.ts';
import { callPromise } from './call-promise.ts';
import type { BookListItem, BookPage } from './book.ts';
import { listItem } from './scenes/scene.ts';

function page(ids: string[], next: string | null): BookPage {
  return {
    data: ids.map(listItem),
    meta: { total: ids.length, page: 1, perPage: 2, lastPage: 1 },
    links: { self: '/', next, prev: null },
  };
}

/** A list over fixed answers, and the numbers of the pages it asked for. */
function listOver(answers: readonly BookPage[], first = 1) {
  const asked: number[] = [];
  const list = bookList(first, (number) =>
    callPromise(async () => {
      asked.push(number);
      const data = answers[asked.length - 1];
      if (data === undefined) throw new Error(`page ${number} was not to be asked for`);
      return { data, response: new Response(), attempts: 1 };
    }),
  );
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

  it('stops at an empty page whatever next says', async () => {
    const { list, asked } = listOver([page(['a'], '/next'), page([], '/next')]);
    expect(await idsOf(list)).toEqual(['a']);
    expect(asked).toEqual([1, 2]);
  });

  it('stops when a service ignores the page number', async () => {
    const same = page(['a', 'b'], '/next');
    const { list, asked } = listOver([same, same]);
    expect(await idsOf(list)).toEqual(['a', 'b']);
    expect(asked).toEqual([1, 2]);
  });

  it('stops when the pages go round in circles', async () => {
    const { list } = listOver([page(['a'], '/n'), page(['b'], '/n'), page(['a'], '/n')]);
    expect(await idsOf(list)).toEqual(['a', 'b']);
  });

  it('stops when a service shuffles the same books for ever', async () => {
    const { list, asked } = listOver([
      page(['a', 'b', 'c'], '/n'),
      page(['b', 'a', 'c'], '/n'),
      page(['c', 'a', 'b'], '/n'),
    ]);
    expect(await idsOf(list)).toEqual(['a', 'b', 'c']);
    expect(asked).toEqual([1, 2, 3]);
  });

  it('gives a book once that moved to the next page meanwhile', async () => {
    const { list } = listOver([page(['a', 'b'], '/n'), page(['b', 'c'], '/n'), page(['d'], null)]);
    expect(await idsOf(list)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('goes on after a whole page moved', async () => {
    const { list } = listOver([
      page(['a', 'b', 'c'], '/n'),
      page(['b', 'c'], '/n'),
      page(['d'], null),
    ]);
    expect(await idsOf(list)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('gives the first books, and asks for no page too many', async () => {
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

  it('gives one page with the answer it came in, or how it ended', async () => {
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

  it('gives whole pages too, the empty first one included', async () => {
    const pages: BookPage[] = [];
    for await (const one of listOver([page([], null)]).list.byPage()) pages.push(one);
    expect(pages).toEqual([page([], null)]);
  });

  it('can be iterated twice', async () => {
    const { list } = listOver([page(['a'], null), page(['a'], null)]);
    expect(await idsOf(list)).toEqual(await idsOf(list));
  });
});

describe('bookPage', () => {
  it.each([
    ['no body', undefined],
    ['a bare list', []],
    ['no links', { data: [], meta: {} }],
    ['no meta', { data: [], links: {} }],
    ['an item without id', { data: [{}], meta: {}, links: {} }],
  ])('does not take %s for a page', (_, body) => {
    expect(bookPage.read(body)).toBeUndefined();
  });
});
