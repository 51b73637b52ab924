/** Removes every book that the run created, and lists what it could not remove. */
import { setTimeout as pause } from 'node:timers/promises';
import { isObject } from '../../contract/json-pointer.ts';
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
  /** Milliseconds that the removal may take; what is left then is listed. */
  readonly budget: number;
  /** True if the books of creates without a response were already looked for. */
  readonly lostBooksFound?: boolean;
  /** The start of the run in epoch milliseconds; older books need no look. */
  readonly since?: number;
  /** Reads the list even if no book has to be looked for, so that the monitor sees how it ends. */
  readonly readsList?: boolean;
}

export type Send = (request: WireRequest) => Promise<Exchange>;

/** Milliseconds. */
const indexLagMs = 500;

/** After this many failed removals in a row, no more are tried. */
const maxConsecutiveFailures = 8;

/**
 * Removes the books of a run, newest first. Never throws.
 * @returns what could not be removed, with its status
 */
export async function removeBooks(options: RemovalOptions): Promise<Leftover[]> {
  const { wire, ownership, concurrency, signal, budget } = options;
  const limit = AbortSignal.any([signal, AbortSignal.timeout(budget)]);
  const scope = createScope(limit);
  const send: Send = async (request) => wire(request, scope, 'cleaning');
  const leftovers = options.lostBooksFound === true ? [] : await findLostBooks(send, options);
  const queue = ownership.books().toReversed();
  let failures = 0;
  const worker = async (): Promise<void> => {
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
  await Promise.all(Array.from({ length: concurrency }, worker));
  return leftovers;
}

/**
 * Finds the books of creates that got no response, in one walk over the list from the newest. The
 * ownership recognises them by their external ids.
 * @returns the creates whose outcome stays unknown
 */
export async function findLostBooks(
  send: Send,
  { ownership, since, readsList }: Pick<RemovalOptions, 'ownership' | 'since' | 'readsList'>,
): Promise<Leftover[]> {
  if (!ownership.hasUnknownCreates() && readsList !== true) return [];
  // An index may take a moment to show a new book.
  if (ownership.hasUnknownCreates()) await pause(indexLagMs);
  const listed: ListItem[] = [];
  const failure =
    (await walkList(send, { since, shown: listed })) ??
    (ownership.usesSecondAccount()
      ? await walkList(async (request) => send({ ...request, account: 'second' }), { since })
      : undefined);
  if (readsList === true) await lookUpSamples(send, { ownership, shown: listed });
  if (failure === undefined) return [];
  return ownership.pendingExternalIds().map((externalId) => ({
    id: 'unknown',
    externalId,
    status: 'unknown',
    reason: `it got no response when it was created, and ${failure}`,
  }));
}

/**
 * Reads pages from both ends towards the middle while they hold books from the time of the run.
 * @returns why that failed; undefined if it did not
 */
async function walkList(send: Send, { since, shown }: WalkOptions): Promise<string | undefined> {
  const readPage = async (
    page: number,
  ): Promise<{ readonly last: number; readonly old: boolean }> => {
    const { listed, last = 1 } = await readListPage(page, send);
    shown?.push(...listed);
    const times = listed.map(({ attributes: { createdAt } }) =>
      typeof createdAt === 'string' ? Date.parse(createdAt) : Number.NaN,
    );
    const old =
      since !== undefined && times.length > 0 && Math.max(...times) < since - clockToleranceMs;
    return { last, old };
  };
  try {
    const first = await readPage(1);
    let lowest = 2;
    let highest = first.last;
    for (; highest >= lowest; highest -= 1) if ((await readPage(highest)).old) break;
    // A list in descending order starts with the new books.
    if (first.old) return undefined;
    for (; lowest < highest; lowest += 1) if ((await readPage(lowest)).old) break;
    return undefined;
  } catch (error) {
    return `the list of books could not be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}

interface WalkOptions {
  /** Older books need no look. */
  readonly since: number | undefined;
  /** Takes every item. */
  readonly shown?: ListItem[];
}

/**
 * Looks up one book of each format in each status: only of books that are some seconds old is it
 * certain that a lookup finds them.
 */
async function lookUpSamples(
  send: Send,
  { ownership, shown }: { readonly ownership: Ownership; readonly shown: readonly ListItem[] },
): Promise<void> {
  const ownIds = new Set(ownership.books().map(({ id }) => id));
  const sampleIds = new Map<string, string>();
  for (const { id, attributes } of shown) {
    const { externalId, format, status: now } = attributes;
    const kind = JSON.stringify([format, now]);
    if (ownIds.has(id) && typeof externalId === 'string' && !sampleIds.has(kind))
      sampleIds.set(kind, externalId);
  }
  for (const externalId of sampleIds.values()) {
    const path = `/books/external-id/${encodeURIComponent(externalId)}`;
    await send({ method: 'GET', path }).catch(() => undefined);
  }
}

/** Returns the books of one page of the list, and the number of the last page if the response has it. */
export async function readListPage(page: number, send: Send) {
  const query = { page: String(page), perPage: '100', sort: 'createdAt' };
  const answer = await send({ method: 'GET', path: '/books', query });
  const body = isObject(answer.body) ? answer.body : {};
  const last = isObject(body['meta']) ? body['meta']['lastPage'] : undefined;
  return { answer, listed: readItems(answer), last: typeof last === 'number' ? last : undefined };
}

/** Clocks differ, so a book created a little before the run may belong to it. */
const clockToleranceMs = 600_000;

async function remove(
  book: OwnBook,
  send: Send,
  options: RemovalOptions,
): Promise<Leftover | undefined> {
  const path = `/books/${book.id}`;
  const { account } = book;
  const deletion: WireRequest = { method: 'DELETE', path, json: {}, account };
  try {
    const first = await send(deletion);
    if (isGone(first)) return undefined;
    if (!options.mayWithdraw) return await createLeftover(book, first, send);
    await send({ method: 'POST', path: `${path}/unpublish`, json: {}, account });
    const second = await send(deletion);
    if (isGone(second)) return undefined;
    // An edit returns a book to draft (document: States and transitions), and drafts can be deleted.
    await send({ method: 'PATCH', path, json: { subtitle: 'to be removed' }, account });
    const third = await send(deletion);
    if (isGone(third)) return undefined;
    return await createLeftover(book, third, send);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ...book, status: 'unknown', reason };
  }
}

async function createLeftover(book: OwnBook, refusal: Exchange, send: Send): Promise<Leftover> {
  return { ...book, status: await fetchStatus(book, send), reason: summarizeResponse(refusal) };
}

function isGone({ status: code }: Exchange): boolean {
  return (code >= 200 && code < 300) || code === 404 || code === 410;
}

async function fetchStatus({ id, account }: OwnBook, send: Send): Promise<string> {
  const answer = await send({ method: 'GET', path: `/books/${id}`, account });
  return answer.status === 200 && readBookId(answer) !== ''
    ? readStatus(answer)
    : String(answer.status);
}
