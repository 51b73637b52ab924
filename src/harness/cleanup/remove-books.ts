/** Removes every book that the run created, and lists what it could not remove. */
import { setTimeout as pause } from 'node:timers/promises';
import { getMaxPageSize } from '../../contract/fields.ts';
import { isObject } from '../../contract/json-pointer.ts';
import { limitTime } from '../../contract/limit-time.ts';
import {
  readBookId,
  type Exchange,
  readItems,
  type Leftover,
  type ListItem,
  readStatus,
} from '../evidence/index.ts';
import {
  createScope,
  type OwnBook,
  type Ownership,
  type Wire,
  type WireRequest,
} from '../wire/index.ts';
import { summarizeResponse } from '../stage/index.ts';

export interface RemovalOptions {
  readonly wire: Wire;
  readonly ownership: Ownership;
  readonly concurrency: number;
  readonly signal: AbortSignal;
  /** True if withdrawing is allowed, which some books need before they can be deleted. */
  readonly mayWithdraw: boolean;
  /** Milliseconds that the removal may take. The books that remain then are returned. */
  readonly budget: number;
  /** The books to remove; by default all books of the run. */
  readonly books?: readonly OwnBook[];
  /** True if the caller has already searched for the books of creates without a response. */
  readonly hasSearchedForLostBooks?: boolean;
  /** The start of the run in epoch milliseconds. Older books are not searched. */
  readonly since?: number;
  /** Reads the list even if no book is missing, so that the monitor can judge its final state. */
  readonly shouldReadList?: boolean;
}

export type SendRequest = (request: WireRequest) => Promise<Exchange>;

const indexLagMs = 500;

/** After this many failed removals in a row, no more books are removed. */
const maxConsecutiveFailures = 8;

/**
 * Removes the books of a run, newest first. Never throws.
 * @returns the books that could not be removed, with their statuses
 */
export async function removeBooks(options: RemovalOptions): Promise<Leftover[]> {
  const { wire, ownership, concurrency, signal, budget } = options;
  const limit = limitTime(signal, budget);
  const scope = createScope(limit);
  const send: SendRequest = async (request) => wire(request, scope, 'cleaning');
  const leftovers =
    options.hasSearchedForLostBooks === true ? [] : await findLostBooks(send, options);
  const queue = (options.books ?? ownership.books()).toReversed();
  let failures = 0;
  const removeQueuedBooks = async (): Promise<void> => {
    for (let book = queue.shift(); book !== undefined; book = queue.shift()) {
      if (limit.aborted || failures >= maxConsecutiveFailures) {
        const reason = limit.aborted ? 'no time was left for it' : 'the service failed too often';
        leftovers.push({ ...book, status: 'unknown', reason });
        continue;
      }
      const leftover = await remove(book, send, options);
      failures = leftover?.status === 'unknown' ? failures + 1 : 0;
      if (leftover === undefined) ownership.forget(book.id);
      else leftovers.push(leftover);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, removeQueuedBooks));
  return leftovers;
}

/**
 * Finds the books of creates that got no response, by reading the list from both ends. The wire gives
 * every response to `ownership`, which recognises the books by their external ids.
 * @returns the creates whose outcome remains unknown
 */
export async function findLostBooks(
  send: SendRequest,
  {
    ownership,
    since,
    shouldReadList,
  }: Pick<RemovalOptions, 'ownership' | 'since' | 'shouldReadList'>,
): Promise<Leftover[]> {
  if (!ownership.hasUnknownCreates() && shouldReadList !== true) return [];
  // An index may take a moment to show a new book.
  if (ownership.hasUnknownCreates()) await pause(indexLagMs);
  const listedItems: ListItem[] = [];
  const failure =
    (await walkList(send, { since, items: listedItems })) ??
    (ownership.usesSecondAccount()
      ? await walkList(async (request) => send({ ...request, account: 'second' }), { since })
      : undefined);
  if (shouldReadList === true) await lookUpSamples(send, ownership, listedItems);
  if (failure === undefined) return [];
  return ownership.pendingExternalIds().map((externalId) => ({
    id: 'unknown',
    externalId,
    status: 'unknown',
    reason: `it got no response when it was created, and ${failure}`,
  }));
}

/**
 * Reads the list from both ends towards the middle, as far as the pages contain books from the time of
 * the run: the service may sort the newest books first or last.
 * @returns the reason if a page could not be read; otherwise undefined
 */
async function walkList(
  send: SendRequest,
  { since = Number.NEGATIVE_INFINITY, items }: WalkOptions,
): Promise<string | undefined> {
  const readPage = async (page: number) => {
    const { items: pageItems, lastPage = 1 } = await readListPage(page, send);
    items?.push(...pageItems);
    const times = pageItems.map(({ attributes: { createdAt } }) =>
      typeof createdAt === 'string' ? Date.parse(createdAt) : Number.NaN,
    );
    const isOld = times.length > 0 && Math.max(...times) < since - clockToleranceMs;
    return { lastPage, isOld };
  };
  try {
    const firstPage = await readPage(1);
    let nextFromStart = 2;
    let nextFromEnd = firstPage.lastPage;
    for (; nextFromEnd >= nextFromStart; nextFromEnd -= 1)
      if ((await readPage(nextFromEnd)).isOld) break;
    // A list in descending order starts with the new books.
    if (firstPage.isOld) return undefined;
    for (; nextFromStart < nextFromEnd; nextFromStart += 1)
      if ((await readPage(nextFromStart)).isOld) break;
    return undefined;
  } catch (error) {
    return `the list of books could not be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}

interface WalkOptions {
  /** In epoch milliseconds. Older books are not searched. */
  readonly since: number | undefined;
  /** A list to which the walk appends every item. */
  readonly items?: ListItem[];
}

/**
 * Looks up one book of each format in each status. At the end of a run the books are old enough that
 * a lookup must find them.
 */
async function lookUpSamples(
  send: SendRequest,
  ownership: Ownership,
  items: readonly ListItem[],
): Promise<void> {
  const ownIds = new Set(ownership.books().map(({ id }) => id));
  const sampleIds = new Map<string, string>();
  for (const { id, attributes } of items) {
    const { externalId, format, status } = attributes;
    const kind = JSON.stringify([format, status]);
    if (ownIds.has(id) && typeof externalId === 'string' && !sampleIds.has(kind))
      sampleIds.set(kind, externalId);
  }
  for (const externalId of sampleIds.values()) {
    const path = `/books/external-id/${encodeURIComponent(externalId)}`;
    await send({ method: 'GET', path }).catch(() => undefined);
  }
}

/** Requests one page of the list; returns its items, and the number of the last page if the response has it. */
export async function readListPage(page: number, send: SendRequest) {
  const query = { page: String(page), perPage: String(getMaxPageSize()), sort: 'createdAt' };
  const exchange = await send({ method: 'GET', path: '/books', query });
  const body = isObject(exchange.response.body) ? exchange.response.body : {};
  const lastPage = isObject(body['meta']) ? body['meta']['lastPage'] : undefined;
  return {
    exchange,
    items: readItems(exchange),
    lastPage: typeof lastPage === 'number' ? lastPage : undefined,
  };
}

/** Clocks differ, so a book that seems a little older than the run may belong to it. */
const clockToleranceMs = 600_000;

async function remove(
  book: OwnBook,
  send: SendRequest,
  options: RemovalOptions,
): Promise<Leftover | undefined> {
  const path = `/books/${book.id}`;
  const { account } = book;
  const deletion: WireRequest = { method: 'DELETE', path, json: {}, account };
  try {
    let response = await send(deletion);
    if (!isGone(response) && options.mayWithdraw) {
      await send({ method: 'POST', path: `${path}/unpublish`, json: {}, account });
      response = await send(deletion);
    }
    if (!isGone(response) && options.mayWithdraw) {
      // An edit returns a book to draft (document: States and transitions), and drafts can be deleted.
      await send({ method: 'PATCH', path, json: { subtitle: 'to be removed' }, account });
      response = await send(deletion);
    }
    if (isGone(response)) return undefined;
    return { ...book, status: await fetchStatus(book, send), reason: summarizeResponse(response) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ...book, status: 'unknown', reason };
  }
}

function isGone({ response: { status } }: Exchange): boolean {
  return (status >= 200 && status < 300) || status === 404 || status === 410;
}

async function fetchStatus({ id, account }: OwnBook, send: SendRequest): Promise<string> {
  const exchange = await send({ method: 'GET', path: `/books/${id}`, account });
  return exchange.response.status === 200 && readBookId(exchange) !== ''
    ? readStatus(exchange)
    : String(exchange.response.status);
}
