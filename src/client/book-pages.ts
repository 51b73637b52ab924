/** The pages of a list, one after the other, by counting: a link of the service is never followed. */
import type { BookListItem, BookPage } from './book.ts';
import { isObject } from './json-object.ts';
import type { Normaliser } from './line.ts';

/** The books of a list: iterate over it for every book, or over `byPage()` for every page. */
export interface BookList extends AsyncIterable<BookListItem> {
  readonly byPage: () => AsyncIterable<BookPage>;
}

/** One page as the service sends it (document: Book list item). */
export const bookPage: Normaliser<BookPage> = {
  expected: '{ data, meta, links } with a list of books',
  read: (body) => (isPage(body) ? body : undefined),
};

function isPage(body: unknown): body is BookPage {
  if (!isObject(body) || !isObject(body['links']) || !isObject(body['meta'])) return false;
  const { data } = body;
  return (
    Array.isArray(data) && data.every((item) => isObject(item) && typeof item['id'] === 'string')
  );
}

/** Makes the list from the page to start at and a way to ask for one page. */
export function bookList(first: number, ask: (page: number) => Promise<BookPage>): BookList {
  return {
    byPage: () => pagesFrom(first, ask),
    [Symbol.asyncIterator]: () => itemsOf(pagesFrom(first, ask)),
  };
}

/**
 * Ends after a page whose `links.next` is null, and before a page that is empty or that came already: a
 * service that ignores `page`, or goes round in circles, would otherwise keep us for ever.
 */
async function* pagesFrom(
  first: number,
  ask: (page: number) => Promise<BookPage>,
): AsyncGenerator<BookPage, void, undefined> {
  const seen = new Set<string>();
  for (let number = first; ; number += 1) {
    const page = await ask(number);
    const ends = `${page.data[0]?.id} ${page.data.at(-1)?.id}`;
    if (number > first && (page.data.length === 0 || seen.has(ends))) return;
    seen.add(ends);
    yield page;
    if (page.data.length === 0 || typeof page.links.next !== 'string') return;
  }
}

async function* itemsOf(
  pages: AsyncIterable<BookPage>,
): AsyncGenerator<BookListItem, void, undefined> {
  for await (const page of pages) yield* page.data;
}
