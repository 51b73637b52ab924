/** Walks a list page by page, by counting: a link of the service is never followed. */
import type { BookListItem, BookPage } from './book.ts';

/** Asks for one page. */
type Ask = (page: number) => PromiseLike<BookPage>;

interface Step {
  readonly page: BookPage;
  /** Its books that came on no page before: one that moves on while the list is walked comes again. */
  readonly fresh: readonly BookListItem[];
}

/**
 * Ends after a page whose `links.next` is null, and before a page that is empty or came already, or that is
 * the second in a row without a new book: a service that ignores `page`, or goes round in circles, would
 * otherwise keep us for ever.
 */
async function* walk(first: number, ask: Ask): AsyncGenerator<Step, void, undefined> {
  const pages = new Set<string>();
  const books = new Set<string>();
  let stale = 0;
  for (let number = first; ; number += 1) {
    const page = await ask(number);
    const { data, links } = page;
    const ends = `${data[0]?.id} ${data.at(-1)?.id}`;
    const fresh = data.filter(({ id }) => !books.has(id) && books.add(id));
    stale = fresh.length === 0 ? stale + 1 : 0;
    if (number > first && (data.length === 0 || pages.has(ends) || stale > 1)) return;
    pages.add(ends);
    yield { page, fresh };
    if (data.length === 0 || typeof links.next !== 'string') return;
  }
}

export async function* pagesFrom(
  first: number,
  ask: Ask,
): AsyncGenerator<BookPage, void, undefined> {
  for await (const { page } of walk(first, ask)) yield page;
}

export async function* booksFrom(
  first: number,
  ask: Ask,
): AsyncGenerator<BookListItem, void, undefined> {
  for await (const { fresh } of walk(first, ask)) yield* fresh;
}

/** @throws TypeError for a limit that is no number above 0 */
export async function firstBooks(list: {
  readonly first: number;
  readonly ask: Ask;
  readonly limit: number;
}): Promise<BookListItem[]> {
  const { first, ask, limit } = list;
  if (!(limit > 0)) throw new TypeError(`limit must be a number above 0; came ${limit}.`);
  const books: BookListItem[] = [];
  for await (const book of booksFrom(first, ask)) {
    books.push(book);
    if (books.length >= limit) break;
  }
  return books;
}
