/** Sends requests whose work must be done once: after an unclear ending it looks at the book before it sends again. */
import type { Book } from '../contract.ts';
import {
  AmbiguousOutcomeError,
  isAbortedError,
  isDistributionError,
  isRateLimited,
  isResponseError,
  isTimeoutError,
  isUnexpectedResponseError,
  type DistributionError,
} from '../errors/index.ts';
import {
  leavesOpen,
  pause,
  retry,
  type AttemptEnd,
  type Call,
  type CallResult,
  type Service,
} from '../transport/index.ts';

/** The book's evidence about the work: its result, undefined if it is not done, or why nothing is certain. */
export type Finding<T> = { readonly done: T } | undefined | string;

/** One piece of work, how to send it, and how to see whether it was done. */
export interface Once<T> {
  readonly service: Service;
  readonly call: Call;
  readonly send: () => Promise<CallResult<T>>;
  /** Reads the book; undefined when there is nothing to find it by. */
  readonly look: ((call: Call) => Promise<CallResult<Book | null>>) | undefined;
  readonly judge: (book: Book | null) => Finding<T>;
  /** How long a write without a response may take to become visible, in milliseconds; `Infinity` never sends it again. */
  readonly settleMs: number;
}

/** A failed request, and until when its work may still show. */
interface Failure {
  readonly error: DistributionError;
  readonly settledAt: number;
}

/** How long to look for the write by default, and if it must not be sent again. */
export const defaultSettleMs = 10_000;

/** @throws AmbiguousOutcomeError when neither a response nor a look tells whether the work was done */
export async function doOnce<T>(once: Once<T>): Promise<CallResult<T>> {
  const { means } = once.service;
  const window = once.settleMs === Infinity ? defaultSettleMs : once.settleMs;
  let last: Failure | undefined;
  return retry<CallResult<T>>(means, once.call, async () => {
    const settled = last && (await settle(once, last));
    if (settled !== undefined) return { result: settled };
    try {
      return { result: await once.send() };
    } catch (error) {
      if (!isDistributionError(error) || isAbortedError(error)) throw error;
      const repeated = last !== undefined;
      last = { error, settledAt: means.time.now() + window };
      return decide(once, last, repeated);
    }
  });
}

/** Decides what follows a failed request. The first lookup is immediate, because most writes are visible immediately. */
async function decide<T>(
  once: Once<T>,
  failure: Failure,
  repeated: boolean,
): Promise<AttemptEnd<CallResult<T>>> {
  const { error } = failure;
  const open = leavesOpen(error);
  const creates = once.call.operation === 'createBook';
  // The transport repeats a 429 of the other calls, because they have the same effect twice.
  const limited = creates && isRateLimited(error);
  // Even a plain refusal may be due to the first request, whose work showed meanwhile.
  if (!open && !limited && !repeated && !(creates && isUnreadableSuccess(error))) throw error;
  if (once.look === undefined) {
    throw open ? ambiguous(once, error, 'without an externalId it cannot be looked up.') : error;
  }
  const found = await look(once, error);
  if (found !== undefined) return { result: found };
  if (!open && !limited) throw error;
  // After a timeout the service may still be at work, so that a look proves nothing yet.
  const running = isTimeoutError(error) || error.status === 408 || error.status === 504;
  return {
    repeatable: once.settleMs !== Infinity && !(creates && running),
    waitMs: isResponseError(error) ? error.retryAfterMs : 0,
    giveUp: async () => {
      const late = await settle(once, failure);
      if (late !== undefined) return late;
      throw open ? ambiguous(once, error, 'it seems undone so far.') : error;
    },
  };
}

/** Looks until the work shows or its time is over, and once at least. A plain refusal did no work that could show. */
async function settle<T>(once: Once<T>, failure: Failure): Promise<CallResult<T> | undefined> {
  const { time } = once.service.means;
  const { error, settledAt } = failure;
  if (once.settleMs === 0) return undefined;
  const until = leavesOpen(error) ? settledAt : 0;
  for (let wait = 250; ; wait *= 2) {
    const left = Math.min(until, once.call.endsAt) - time.now();
    if (left > 0) await pause(Math.min(wait, left), time, once.call);
    const found = await look(once, error);
    if (found !== undefined || time.now() >= until) return found;
  }
}

/** Returns the result when the work is done, or undefined when it is not. */
async function look<T>(
  once: Once<T>,
  failure: DistributionError,
): Promise<CallResult<T> | undefined> {
  const { data: book, ...rest } = await (once.look?.(once.call) ?? Promise.reject(failure)).catch(
    (error: unknown) => {
      if (isAbortedError(error)) throw error;
      // A request that was certainly refused had no effect, so there is no need to look.
      if (!leavesOpen(failure) && !isUnreadableSuccess(failure)) throw failure;
      throw ambiguous(once, failure, 'looking at the book failed too.');
    },
  );
  const finding = once.judge(book);
  if (finding === undefined) return undefined;
  if (typeof finding === 'object')
    return { ...rest, data: finding.done, attempts: once.call.attempts };
  throw ambiguous(once, failure, finding);
}

/** True for a success that cannot be read: the call did its work. */
function isUnreadableSuccess(error: DistributionError): boolean {
  return isUnexpectedResponseError(error) && error.status < 300;
}

function ambiguous<T>(
  { service, call, look: lookWith }: Once<T>,
  cause: DistributionError,
  reason: string,
): AmbiguousOutcomeError {
  const { operation, attempts, headers: sent } = call;
  const { requestId, headers, response } = cause;
  const lookAgain =
    lookWith && (async () => (await lookWith(service.begin('readBook', { headers: sent }))).data);
  const facts = { operation, attempts, cause, requestId, headers, response };
  return new AmbiguousOutcomeError(reason, facts, lookAgain);
}
