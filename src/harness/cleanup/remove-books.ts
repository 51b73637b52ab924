/** Removes every book that the run created, and lists what it could not remove. */
import { setTimeout as pause } from 'node:timers/promises';
import { isObject } from '../../contract/json-pointer.ts';
import {
  bookId,
  type Exchange,
  items,
  type Leftover,
  type ListItem,
  status,
} from '../evidence/index.ts';
import {
  createScope,
  type OwnBook,
  type Ownership,
  type Wire,
  type WireRequest,
} from '../wire/index.ts';
import { summary } from '../stage/index.ts';

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
  readonly lostAreFound?: boolean;
  /** The start of the run in epoch milliseconds; older books need no look. */
  readonly since?: number;
  /** Reads the list even if no book has to be looked for, so that the monitor sees how it ends. */
  readonly readsList?: boolean;
}

export type Send = (request: WireRequest) => Promise<Exchange>;

/** Milliseconds. */
const indexLag = 500;

/** After this many failed removals in a row, no more are tried. */
const failuresInARow = 8;

/**
 * Removes the books of a run, newest first. Never throws.
 * @returns what could not be removed, with its status
 */
export async function removeBooks(options: RemovalOptions): Promise<Leftover[]> {
  const { wire, ownership, concurrency, signal, budget } = options;
  const limit = AbortSignal.any([signal, AbortSignal.timeout(budget)]);
  const scope = createScope(limit);
  const send: Send = async (request) => wire(request, scope, 'cleaning');
  const leftovers = options.lostAreFound === true ? [] : await findLostBooks(send, options);
  const queue = ownership.books().toReversed();
  let failures = 0;
  const worker = async (): Promise<void> => {
    for (let book = queue.shift(); book !== undefined; book = queue.shift()) {
      if (limit.aborted || failures >= failuresInARow) {
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
  if (!ownership.hasLost() && readsList !== true) return [];
  // An index may take a moment to show a new book.
  if (ownership.hasLost()) await pause(indexLag);
  const shown: ListItem[] = [];
  const failure =
    (await walkList(send, { since, shown })) ??
    (ownership.usesSecond()
      ? await walkList(async (request) => send({ ...request, account: 'second' }), { since })
      : undefined);
  if (readsList === true) await lookUpSome(send, { ownership, shown });
  if (failure === undefined) return [];
  return ownership.unanswered().map((externalId) => ({
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
async function walkList(send: Send, { since, shown }: Reading): Promise<string | undefined> {
  const look = async (page: number): Promise<{ readonly last: number; readonly old: boolean }> => {
    const { listed, last = 1 } = await readListPage(page, send);
    shown?.push(...listed);
    const times = listed.map(({ attributes: { createdAt } }) =>
      typeof createdAt === 'string' ? Date.parse(createdAt) : Number.NaN,
    );
    const old = since !== undefined && times.length > 0 && Math.max(...times) < since - clockGrace;
    return { last, old };
  };
  try {
    const first = await look(1);
    let lowest = 2;
    let highest = first.last;
    for (; highest >= lowest; highest -= 1) if ((await look(highest)).old) break;
    // A list in descending order starts with the new books.
    if (first.old) return undefined;
    for (; lowest < highest; lowest += 1) if ((await look(lowest)).old) break;
    return undefined;
  } catch (error) {
    return `the list of books could not be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}

interface Reading {
  /** Older books need no look. */
  readonly since: number | undefined;
  /** Takes every item. */
  readonly shown?: ListItem[];
}

/**
 * Looks up one book of each format in each status: only of books that are some seconds old is it
 * certain that a lookup finds them.
 */
async function lookUpSome(
  send: Send,
  { ownership, shown }: { readonly ownership: Ownership; readonly shown: readonly ListItem[] },
): Promise<void> {
  const own = new Set(ownership.books().map(({ id }) => id));
  const some = new Map<string, string>();
  for (const { id, attributes } of shown) {
    const { externalId, format, status: now } = attributes;
    const kind = JSON.stringify([format, now]);
    if (own.has(id) && typeof externalId === 'string' && !some.has(kind))
      some.set(kind, externalId);
  }
  for (const externalId of some.values()) {
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
  return { answer, listed: items(answer), last: typeof last === 'number' ? last : undefined };
}

/** Clocks differ, so a book created a little before the run may belong to it. */
const clockGrace = 600_000;

async function remove(
  book: OwnBook,
  send: Send,
  options: RemovalOptions,
): Promise<Leftover | undefined> {
  const path = `/books/${book.id}`;
  const { account } = book;
  const drop: WireRequest = { method: 'DELETE', path, json: {}, account };
  try {
    const first = await send(drop);
    if (isGone(first)) return undefined;
    if (!options.mayWithdraw) return await leftoverFor(book, first, send);
    await send({ method: 'POST', path: `${path}/unpublish`, json: {}, account });
    const second = await send(drop);
    if (isGone(second)) return undefined;
    // An edit returns a book to draft (document: States and transitions), and drafts can be deleted.
    await send({ method: 'PATCH', path, json: { subtitle: 'to be removed' }, account });
    const third = await send(drop);
    if (isGone(third)) return undefined;
    return await leftoverFor(book, third, send);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ...book, status: 'unknown', reason };
  }
}

async function leftoverFor(book: OwnBook, refusal: Exchange, send: Send): Promise<Leftover> {
  return { ...book, status: await readStatus(book, send), reason: summary(refusal) };
}

function isGone({ status: code }: Exchange): boolean {
  return (code >= 200 && code < 300) || code === 404 || code === 410;
}

async function readStatus({ id, account }: OwnBook, send: Send): Promise<string> {
  const answer = await send({ method: 'GET', path: `/books/${id}`, account });
  return answer.status === 200 && bookId(answer) !== '' ? status(answer) : String(answer.status);
}
