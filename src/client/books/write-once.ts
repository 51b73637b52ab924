/** Sends a write that must take effect only once. After an unclear failure, it reads the book before it sends again. */
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
  type ActiveCall,
  type CallResult,
  type Service,
} from '../transport/index.ts';

/** The result of a write as the book shows it; undefined if the write had no effect; or why the outcome is unknown. */
export type WriteEvidence<T> = { readonly result: T } | undefined | string;

/** A write, how to send it, and how to find out whether it took effect. */
export interface GuardedWrite<T> {
  readonly service: Service;
  readonly call: ActiveCall;
  readonly send: () => Promise<CallResult<T>>;
  /** Reads the book; undefined if it cannot be looked up. */
  readonly readBook: ((call: ActiveCall) => Promise<CallResult<Book | null>>) | undefined;
  readonly judge: (book: Book | null) => WriteEvidence<T>;
  /**
   * How long a write without a response may take to become visible, in milliseconds. With `Infinity`, the write is never
   * sent again.
   */
  readonly settleMs: number;
}

/** A failed request, and the time until which its effect may still appear. */
interface Failure {
  readonly error: DistributionError;
  readonly settledAt: number;
}

/** The default of `settleMs`. It also limits how long a write with an infinite `settleMs` is looked for. */
export const defaultSettleMs = 10_000;

/** @throws AmbiguousOutcomeError if neither a response nor the book shows whether the write took effect */
export async function writeOnce<T>(write: GuardedWrite<T>): Promise<CallResult<T>> {
  const { context } = write.service;
  const settleWindowMs = write.settleMs === Infinity ? defaultSettleMs : write.settleMs;
  let lastFailure: Failure | undefined;
  return retry<CallResult<T>>(context, write.call, async () => {
    const earlierResult = lastFailure && (await waitForResult(write, lastFailure));
    if (earlierResult !== undefined) return { result: earlierResult };
    try {
      return { result: await write.send() };
    } catch (error) {
      if (!isDistributionError(error) || isAbortedError(error)) throw error;
      const isRetry = lastFailure !== undefined;
      lastFailure = { error, settledAt: context.time.monotonic() + settleWindowMs };
      return handleFailure(write, lastFailure, isRetry);
    }
  });
}

/** Decides what follows a failed request. Looks for the effect at once, because most writes are visible at once. */
async function handleFailure<T>(write: GuardedWrite<T>, failure: Failure, isRetry: boolean) {
  const { error } = failure;
  const isUnclear = isUnclearFailure(error);
  const isCreate = write.call.operation === 'createBook';
  // After a 429, the transport has retried all calls except a create.
  const isRateLimitedCreate = isCreate && isRateLimited(error);
  // A refused retry may mean that the first request has taken effect meanwhile.
  const mayHaveWorked = isUnclear || isRetry || (isCreate && isUnreadableSuccess(error));
  if (!mayHaveWorked && !isRateLimitedCreate) throw error;
  if (write.readBook === undefined && isUnclear) {
    throw createUnclearError(write, error, 'it has no externalId to look up.');
  }
  const waitMs = (isResponseError(error) && error.retryAfterMs) || 0;
  const mayRetry = isUnclear || isRateLimitedCreate;
  // A service that asks for a wait gets no read before that time either. If this read fails, the one after the wait decides.
  const isFinal = !mayRetry || write.settleMs === 0;
  const result = mayRetry && waitMs > 0 ? undefined : await lookForResult(write, error, isFinal);
  if (result !== undefined) return { result };
  if (!mayRetry) throw error;
  // After a timeout the service may still be working, so the book proves nothing yet.
  const mayStillRun = isTimeoutError(error) || error.status === 408 || error.status === 504;
  return {
    repeatable: write.settleMs !== Infinity && !(isCreate && mayStillRun),
    waitMs,
    giveUp: async () => {
      const lateResult = isUnclear ? await waitForResult(write, failure) : undefined;
      if (lateResult !== undefined) return lateResult;
      throw isUnclear ? createUnclearError(write, error, 'it seems to have had no effect.') : error;
    },
  };
}

/**
 * Looks for the effect until it appears or the time is over, with longer and longer waits. Looks at least once, and after
 * a clear refusal only once.
 */
async function waitForResult<T>(write: GuardedWrite<T>, failure: Failure) {
  const { time } = write.service.context;
  const { error, settledAt } = failure;
  if (write.settleMs === 0) return undefined;
  // A clear refusal is followed by one lookup.
  const endsAt = isUnclearFailure(error) ? settledAt : -Infinity;
  const lastLookAt = Math.min(endsAt, write.call.endsAt);
  for (let waitMs = 250; ; waitMs *= 2) {
    const remainingMs = lastLookAt - time.monotonic();
    if (remainingMs > 0) await pause(Math.min(waitMs, remainingMs), time, write.call);
    const isFinal = time.monotonic() >= lastLookAt;
    const result = await lookForResult(write, error, isFinal);
    if (result !== undefined || (isFinal && time.monotonic() >= endsAt)) return result;
  }
}

/**
 * Returns undefined if the book does not show the effect, or cannot be looked up.
 * @param isFinal false if another look follows, so that a failure that may pass does not matter
 */
async function lookForResult<T>(
  write: GuardedWrite<T>,
  failure: DistributionError,
  isFinal: boolean,
) {
  const { call, judge, readBook } = write;
  const found = await readBook?.(call).catch((error: unknown) => {
    if (isAbortedError(error)) throw error;
    if (!isFinal && isDistributionError(error) && error.retryable) return undefined;
    // A request that was clearly refused had no effect, so the refusal is the result.
    if (!isUnclearFailure(failure) && !isUnreadableSuccess(failure)) throw failure;
    throw createUnclearError(write, failure, 'reading the book failed too.');
  });
  const outcome = found && judge(found.data);
  if (typeof outcome === 'string') throw createUnclearError(write, failure, outcome);
  return outcome && { ...found, data: outcome.result, attempts: call.attempts };
}

/** Returns true for a success whose body cannot be read. The write has taken effect. */
function isUnreadableSuccess(error: DistributionError): boolean {
  return isUnexpectedResponseError(error) && error.status < 300;
}

function createUnclearError<T>(
  { service, call, readBook }: GuardedWrite<T>,
  cause: DistributionError,
  reason: string,
): AmbiguousOutcomeError {
  const { operation, attempts } = call;
  const { requestId, headers, response } = cause;
  const reconcile =
    readBook &&
    (async () => (await readBook(service.begin('readBook', { headers: call.headers }))).data);
  const facts = { operation, attempts, cause, requestId, headers, response };
  return new AmbiguousOutcomeError(reason, facts, reconcile);
}
