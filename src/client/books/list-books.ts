/** Lists books: page by page or book by book, and never ends before the last one without an error. */
import type { BookListItem, BookPageBody, BookQuery } from '../contract.ts';
import { UnexpectedResponseError } from '../errors/index.ts';
import { discardBody } from '../responses/index.ts';
import {
  checkNumber,
  createCall,
  type CallOptions,
  type CallPromise,
  type CallResult,
  type Service,
} from '../transport/index.ts';
import { pageBody } from './readers.ts';

/** One page of the list: `{ data, meta, links }` as the service sends it, and the way to the next one. */
export interface BookPage extends BookPageBody {
  /**
   * Requests the page after this one. Resolves with null after the last page.
   * @throws UnexpectedResponseError when the list ends before as many books as `meta.total` counts
   * @example
   * let page: BookPage | null = await distribution.books.list().page();
   * for (; page !== null; page = await page.getNextPage()) console.log(page.data.length);
   */
  readonly getNextPage: () => Promise<BookPage | null>;
}

/** The books of a list. Nothing is sent before the first step, and a page only when it is needed. */
export interface BookList extends AsyncIterable<BookListItem> {
  /** The pages as the service sends them. */
  readonly byPage: () => AsyncIterable<BookPage>;
  /**
   * The first books, at most `limit` of them; `Infinity` for all.
   * @throws TypeError for a limit that is not above 0
   * @example
   * const newest = await distribution.books.list().toArray({ limit: 20 });
   */
  readonly toArray: (options: { readonly limit: number }) => Promise<BookListItem[]>;
  /** One page by its number; the first of the query unless given. */
  readonly page: (number?: number) => CallPromise<BookPage>;
}

type RequestPage = (page: number) => Promise<CallResult<BookPageBody>>;

/** @param query its `perPage` is by default the largest (document: Limits) */
export function listBooks(
  { ask, begin }: Service,
  { page: first = 1, perPage = 100, ...filters }: BookQuery = {},
  options: CallOptions | undefined,
): BookList {
  return createList(first, (page) =>
    ask(begin('listBooks', options), pageBody, (raw, init) =>
      raw.GET('/books', { params: { query: { ...filters, perPage, page } }, ...init }),
    ),
  );
}

/** @param first the number of the page to begin with */
export function createList(first: number, request: RequestPage): BookList {
  const start = (number = first) => readStep({ request, first, seen: new Set(), stale: 0 }, number);
  async function* walk() {
    for (let step: Step | undefined = await start(); step; step = await step.next()) {
      discardBody(step.response);
      yield step;
    }
  }
  return {
    async *[Symbol.asyncIterator]() {
      // Not `yield*`, which costs each book twice as much.
      for await (const { fresh } of walk()) for (const book of fresh) yield book;
    },
    async *byPage() {
      for await (const { page } of walk()) yield page;
    },
    page: (number) =>
      createCall(async () => {
        const { page, response, attempts } = await start(number);
        return { data: page, response, attempts };
      }),
    toArray: async ({ limit }) => {
      checkNumber('limit', limit);
      const books: BookListItem[] = [];
      for await (const { fresh } of walk()) {
        books.push(...fresh);
        if (books.length >= limit) break;
      }
      return books.slice(0, limit);
    },
  };
}

interface Step extends Pick<CallResult<unknown>, 'response' | 'attempts'> {
  readonly page: BookPage;
  /** The books that were on no earlier page. A book that moves during the iteration is received twice. */
  readonly fresh: readonly BookListItem[];
  /** Reads the next page; undefined after the last one. */
  readonly next: () => Promise<Step | undefined>;
}

/** The state of an iteration over the pages. */
interface Walk {
  readonly request: RequestPage;
  readonly first: number;
  readonly seen: Set<string>;
  /** The number of pages in a row without a new book. */
  stale: number;
}

/** The number of pages in a row that may bring no new book: before the last page that the service counts, and after it. */
const maxStalePages = { before: 100, after: 2 } as const;

/**
 * Reads a page. The pages are counted here: a link of the service is never followed, only whether there is one. An empty
 * page does not end the list while the service says that there are more.
 *
 * @returns `next` throws an UnexpectedResponseError when the service ends the list, or repeats itself, before all its
 *   books were received
 */
async function readStep(walk: Walk, number: number): Promise<Step> {
  const { first, request, seen } = walk;
  const { data: body, response, attempts } = await request(number);
  const { data, links, meta } = body;
  // One lookup for each book: adding an id that is there leaves the size as it is.
  const fresh = data.filter(({ id }) => seen.size < seen.add(id).size);
  walk.stale = fresh.length === 0 ? walk.stale + 1 : 0;
  const hasMorePages = number < meta.lastPage;
  const isStalled = walk.stale >= (hasMorePages ? maxStalePages.before : maxStalePages.after);
  const next = async () => {
    const skipped = first > 1 ? (first - 1) * meta.perPage : 0;
    // A service that counts no books may still count pages.
    const isCounted = Number.isSafeInteger(meta.total);
    const expected = isCounted ? meta.total - skipped : seen.size + (hasMorePages ? 1 : 0);
    const isMissing = seen.size < expected;
    const isEnd = data.length === 0 && number > first && !hasMorePages && !isMissing;
    if (typeof links.next === 'string' && !isStalled && !isEnd) return readStep(walk, number + 1);
    if (!isMissing) return undefined;
    const { status } = response;
    throw new UnexpectedResponseError({
      operation: 'listBooks',
      status,
      attempts,
      response,
      requirement: 'list.walk',
      expected: `${expected} books as meta.total says`,
      received: `${seen.size} when the list ended; books may have been deleted meanwhile`,
    });
  };
  const getNextPage = async () => (await next())?.page ?? null;
  return { page: Object.assign(body, { getNextPage }), fresh, next, response, attempts };
}
