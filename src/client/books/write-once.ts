/** Sends writes that must take effect only once: after an unclear failure, it looks at the book before it sends again. */
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
  isUnclearFailure,
  pause,
  retry,
  type AttemptEnd,
  type Call,
  type CallResult,
  type Service,
} from '../transport/index.ts';

/** What the book shows about a write: its result, undefined if it had no effect, or the reason why that is unknown. */
export type Finding<T> = { readonly done: T } | undefined | string;

/** A write, how to send it, and how to find out whether it took effect. */
export interface GuardedWrite<T> {
  readonly service: Service;
  readonly call: Call;
  readonly send: () => Promise<CallResult<T>>;
  /** Reads the book; undefined when there is nothing to find it by. */
  readonly look: ((call: Call) => Promise<CallResult<Book | null>>) | undefined;
  readonly judge: (book: Book | null) => Finding<T>;
  /** How long a write without a response may take to become visible, in milliseconds; `Infinity` never sends it again. */
  readonly settleMs: number;
}

/** A failed request, and the time until which its effect may still appear. */
interface Failure {
  readonly error: DistributionError;
  readonly settledAt: number;
}

/** The default time to look for a write, also used if it must not be sent again. */
export const defaultSettleMs = 10_000;

/** @throws AmbiguousOutcomeError when neither a response nor the book shows whether the write took effect */
export async function writeOnce<T>(write: GuardedWrite<T>): Promise<CallResult<T>> {
  const { context } = write.service;
  const settleWindow = write.settleMs === Infinity ? defaultSettleMs : write.settleMs;
  let last: Failure | undefined;
  return retry<CallResult<T>>(context, write.call, async () => {
    const earlierResult = last && (await waitForResult(write, last));
    if (earlierResult !== undefined) return { result: earlierResult };
    try {
      return { result: await write.send() };
    } catch (error) {
      if (!isDistributionError(error) || isAbortedError(error)) throw error;
      const isRetry = last !== undefined;
      last = { error, settledAt: context.time.now() + settleWindow };
      return decide(write, last, isRetry);
    }
  });
}

/** Decides what follows a failed request. The first lookup is immediate, because most writes are visible immediately. */
async function decide<T>(
  write: GuardedWrite<T>,
  failure: Failure,
  isRetry: boolean,
): Promise<AttemptEnd<CallResult<T>>> {
  const { error } = failure;
  const isUnclear = isUnclearFailure(error);
  const isCreate = write.call.operation === 'createBook';
  // The transport retries the other calls after a 429, because they have the same effect twice.
  const isLimited = isCreate && isRateLimited(error);
  // Even a plain refusal may be due to the first request, whose effect has appeared since.
  if (!isUnclear && !isLimited && !isRetry && !(isCreate && isUnreadableSuccess(error)))
    throw error;
  if (write.look === undefined) {
    throw isUnclear
      ? createAmbiguousError(write, error, 'without an externalId it cannot be looked up.')
      : error;
  }
  const result = await look(write, error);
  if (result !== undefined) return { result };
  if (!isUnclear && !isLimited) throw error;
  // After a timeout the service may still be working, so looking at the book proves nothing yet.
  const mayStillRun = isTimeoutError(error) || error.status === 408 || error.status === 504;
  return {
    repeatable: write.settleMs !== Infinity && !(isCreate && mayStillRun),
    waitMs: isResponseError(error) ? error.retryAfterMs : 0,
    giveUp: async () => {
      const lateResult = await waitForResult(write, failure);
      if (lateResult !== undefined) return lateResult;
      throw isUnclear
        ? createAmbiguousError(write, error, 'it seems to have had no effect.')
        : error;
    },
  };
}

/** Looks until the effect appears or the time is over, at least once. A plain refusal had no effect to wait for. */
async function waitForResult<T>(
  write: GuardedWrite<T>,
  failure: Failure,
): Promise<CallResult<T> | undefined> {
  const { time } = write.service.context;
  const { error, settledAt } = failure;
  if (write.settleMs === 0) return undefined;
  const endsAt = isUnclearFailure(error) ? settledAt : 0;
  for (let wait = 250; ; wait *= 2) {
    const remaining = Math.min(endsAt, write.call.endsAt) - time.now();
    if (remaining > 0) await pause(Math.min(wait, remaining), time, write.call);
    const result = await look(write, error);
    if (result !== undefined || time.now() >= endsAt) return result;
  }
}

/** Returns the result if the write took effect, or undefined if it did not. */
async function look<T>(
  write: GuardedWrite<T>,
  failure: DistributionError,
): Promise<CallResult<T> | undefined> {
  const { data: book, ...rest } = await (write.look?.(write.call) ?? Promise.reject(failure)).catch(
    (error: unknown) => {
      if (isAbortedError(error)) throw error;
      // A request that was certainly refused had no effect, so there is no need to look.
      if (!isUnclearFailure(failure) && !isUnreadableSuccess(failure)) throw failure;
      throw createAmbiguousError(write, failure, 'reading the book failed too.');
    },
  );
  const finding = write.judge(book);
  if (finding === undefined) return undefined;
  if (typeof finding === 'object')
    return { ...rest, data: finding.done, attempts: write.call.attempts };
  throw createAmbiguousError(write, failure, finding);
}

/** True for a success that cannot be read: the write took effect. */
function isUnreadableSuccess(error: DistributionError): boolean {
  return isUnexpectedResponseError(error) && error.status < 300;
}

function createAmbiguousError<T>(
  { service, call, look: lookWith }: GuardedWrite<T>,
  cause: DistributionError,
  reason: string,
): AmbiguousOutcomeError {
  const { operation, attempts, headers: sent } = call;
  const { requestId, headers, response } = cause;
  const reconcile =
    lookWith && (async () => (await lookWith(service.begin('readBook', { headers: sent }))).data);
  const facts = { operation, attempts, cause, requestId, headers, response };
  return new AmbiguousOutcomeError(reason, facts, reconcile);
}
