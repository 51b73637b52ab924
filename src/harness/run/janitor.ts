/** Leaves a service as it was found: removes every book the run made, and lists what will not go. */
import { setTimeout as pause } from 'node:timers/promises';
import { bookId, type Exchange, type Leftover, status } from '../evidence/index.ts';
import {
  createScope,
  type OwnBook,
  type Ownership,
  type Wire,
  type WireRequest,
} from '../wire/index.ts';
import { summary } from '../stage/index.ts';

export interface JanitorOptions {
  readonly wire: Wire;
  readonly ownership: Ownership;
  readonly concurrency: number;
  readonly signal: AbortSignal;
  /** Whether withdrawing is allowed, which some books need before they can be deleted. */
  readonly mayWithdraw: boolean;
  /** Creates without an answer have been looked up already. */
  readonly lookedUp?: boolean;
}

export type Send = (request: WireRequest) => Promise<Exchange>;

/**
 * Removes this run's books, newest first. Never throws.
 * @returns what could not be removed, with the status it is in
 */
export async function cleanUp(options: JanitorOptions): Promise<Leftover[]> {
  const { wire, ownership, concurrency, signal } = options;
  const scope = createScope(signal);
  const send: Send = async (request) => wire(request, scope, true);
  const leftovers = options.lookedUp === true ? [] : await findUnanswered(send, ownership);
  const queue = ownership.books().toReversed();
  const worker = async (): Promise<void> => {
    for (let book = queue.shift(); book !== undefined; book = queue.shift()) {
      const leftover = await remove(book, send, options);
      if (leftover === undefined) ownership.forget(book.id);
      else leftovers.push(leftover);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return leftovers;
}

/** Milliseconds before each look: an index may lag behind a create by a moment. */
const looks = [0, 300, 1_200];

/**
 * A create whose answer never came may still have made its book: the external id tells.
 * @returns what could not be found out, which counts as left
 */
export async function findUnanswered(send: Send, ownership: Ownership): Promise<Leftover[]> {
  const unknown: Leftover[] = [];
  for (const externalId of ownership.unanswered()) {
    const reason = await lookUp(externalId, send);
    if (reason === undefined) continue;
    unknown.push({ id: 'unknown', externalId, status: 'unknown', reason });
  }
  return unknown;
}

/** The answer is learnt by the ownership itself, as every answer is. Says why it could not tell. */
async function lookUp(externalId: string, send: Send): Promise<string | undefined> {
  const path = `/books/external-id/${encodeURIComponent(externalId)}`;
  let reason: string | undefined;
  for (const wait of looks) {
    await pause(wait);
    try {
      const answer = await send({ method: 'GET', path });
      if (answer.status === 200) return undefined;
      const absent = answer.status === 404 || answer.status === 410 || answer.status === 422;
      reason = absent
        ? undefined
        : `asked for and never answered; the lookup said ${summary(answer)}`;
    } catch (error) {
      reason = `asked for and never answered; ${error instanceof Error ? error.message : String(error)}`;
    }
  }
  return reason;
}

async function remove(
  book: OwnBook,
  send: Send,
  options: JanitorOptions,
): Promise<Leftover | undefined> {
  const path = `/books/${book.id}`;
  const drop: WireRequest = { method: 'DELETE', path, json: {} };
  try {
    const first = await send(drop);
    if (isGone(first)) return undefined;
    if (!options.mayWithdraw) return await leftoverOf(book, first, send);
    await send({ method: 'POST', path: `${path}/unpublish`, json: {} });
    const second = await send(drop);
    if (isGone(second)) return undefined;
    // An edit returns a book to draft (document: States and transitions), and drafts can go.
    await send({ method: 'PATCH', path, json: { subtitle: 'to be removed' } });
    const third = await send(drop);
    if (isGone(third)) return undefined;
    return await leftoverOf(book, third, send);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ...named(book), status: 'unknown', reason };
  }
}

async function leftoverOf(book: OwnBook, refusal: Exchange, send: Send): Promise<Leftover> {
  return { ...named(book), status: await statusOf(book, send), reason: summary(refusal) };
}

function isGone({ status: code }: Exchange): boolean {
  return (code >= 200 && code < 300) || code === 404 || code === 410;
}

function named({ id, externalId }: OwnBook): Pick<Leftover, 'id' | 'externalId'> {
  return { id, externalId };
}

async function statusOf({ id }: OwnBook, send: Send): Promise<string> {
  const answer = await send({ method: 'GET', path: `/books/${id}` });
  return answer.status === 200 && bookId(answer) !== '' ? status(answer) : String(answer.status);
}
