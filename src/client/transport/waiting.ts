/** The clock of a client, and waits within the limits of a call that leave no timer and no listener behind. */
import type { Operation } from '../contract.ts';
import { AbortedError, TimeoutError } from '../errors/index.ts';
import { isIdempotent, type Call, type CallOptions } from './call.ts';

/** The clock and the timer: the system's, or one that a test moves by hand. */
export interface Time {
  readonly now: () => number;
  /** Runs once after this many milliseconds, unless the function it returns is called first. */
  readonly after: (ms: number, run: () => void) => () => void;
}

/** A timer set for longer would fire at once. */
const longestTimer = 2 ** 31 - 1;

export const systemTime: Time = {
  now: Date.now,
  after: (ms, run) => {
    const timer = setTimeout(run, Math.min(ms, longestTimer));
    return () => clearTimeout(timer);
  },
};

/** One listener per signal runs all callbacks: Node warns of the eleventh listener. */
const listeners = new WeakMap<
  AbortSignal,
  { readonly callbacks: Set<() => void>; readonly handleEvent: () => void }
>();

/** Runs the callback when the signal aborts. Returns a function that unregisters it. */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  let listener = listeners.get(signal);
  if (listener === undefined) {
    const callbacks = new Set<() => void>();
    listener = { callbacks, handleEvent: () => callbacks.forEach((run) => run()) };
    listeners.set(signal, listener);
    signal.addEventListener('abort', listener);
  }
  const { callbacks } = listener;
  callbacks.add(callback);
  return () => {
    if (!callbacks.delete(callback) || callbacks.size > 0) return;
    signal.removeEventListener('abort', listener);
    listeners.delete(signal);
  };
}

/**
 * Starts something that the call's signal may end. The function that `start` returns cleans up, however it ended.
 * @throws AbortedError when the signal aborts
 */
async function untilAborted<T>(
  call: Call<Operation>,
  start: (resolve: (value: T) => void, reject: (error: unknown) => void) => () => void,
): Promise<T> {
  const { operation, signal } = call;
  const aborted = () =>
    new AbortedError({ operation, attempts: call.attempts, cause: signal?.reason });
  if (signal?.aborted === true) throw aborted();
  const ends: (() => void)[] = [];
  try {
    return await new Promise<T>((resolve, reject) => {
      if (signal !== undefined) ends.push(onAbort(signal, () => reject(aborted())));
      ends.push(start(resolve, reject));
    });
  } finally {
    for (const end of ends) end();
  }
}

/** Waits this many milliseconds. @throws AbortedError when the call's signal aborts first */
export function pause(ms: number, time: Time, call: Call<Operation>): Promise<void> {
  return untilAborted(call, (resolve) => time.after(ms, resolve));
}

/**
 * Waits for work until the deadline of its call, or until the time of one request is over if that comes first.
 * @param work is not started when the call is over already
 * @throws TimeoutError, AbortedError, and whatever the work rejects with
 */
export function waitWithin<T>(
  time: Time,
  call: Call<Operation>,
  { work, timeoutMs }: { readonly work: () => Promise<T>; readonly timeoutMs: number },
): Promise<T> {
  const left = call.endsAt - time.now();
  return untilAborted(call, (resolve, reject) => {
    const timeOut = () => {
      const { operation, attempts } = call;
      const limit = left < timeoutMs ? 'deadlineMs' : 'timeoutMs';
      const retryable = isIdempotent(operation);
      reject(new TimeoutError({ limit, afterMs: call[limit], operation, attempts, retryable }));
    };
    if (left > 0) work().then(resolve, reject);
    else timeOut();
    return time.after(Math.min(left, timeoutMs), timeOut);
  });
}

/**
 * Runs work of many requests until the caller's signal aborts or its deadline is over.
 * @param work gets the signal for its requests
 * @throws AbortedError or TimeoutError when that ended it, and otherwise what the work throws
 */
export async function runWithin<T>(
  time: Time,
  { signal, deadlineMs }: Pick<CallOptions, 'signal' | 'deadlineMs'>,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const ends: (() => void)[] = [];
  if (signal !== undefined) {
    const abort = () => stop.abort(new AbortedError({ cause: signal.reason }));
    if (signal.aborted) abort();
    ends.push(onAbort(signal, abort));
  }
  if (deadlineMs !== undefined) {
    const facts = { limit: 'deadlineMs', afterMs: deadlineMs, retryable: true } as const;
    ends.push(time.after(deadlineMs, () => stop.abort(new TimeoutError(facts))));
  }
  try {
    stop.signal.throwIfAborted();
    return await work(stop.signal);
  } catch (error) {
    // A call that was ended here says only that it was aborted.
    throw stop.signal.aborted ? stop.signal.reason : error;
  } finally {
    for (const end of ends) end();
  }
}
