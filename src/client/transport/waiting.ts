/** The clock, the waits and the concurrency limit of a client. They leave no timer and no listener behind. */
import type { Operation } from '../contract.ts';
import { AbortedError, TimeoutError } from '../errors/index.ts';
import { getBuiltin } from '../runtime.ts';
import { isIdempotent, type ActiveCall } from './call.ts';

/** The clock and the timer: those of the system, or of a test. */
export interface Time {
  /** The date in milliseconds since 1970. It is compared only with dates that a service sends. */
  readonly now: () => number;
  /** Milliseconds of a clock that never steps, for all limits and durations. */
  readonly monotonic: () => number;
  /** Calls `run` once after these milliseconds. Returns a function that cancels the timer. */
  readonly after: (ms: number, run: () => void) => () => void;
}

/** The longest timer. `setTimeout` fires immediately if the time is longer. */
const maxTimerMs = 2 ** 31 - 1;

export const systemTime: Time = {
  now: Date.now,
  monotonic: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, Math.min(ms, maxTimerMs));
    return () => clearTimeout(timer);
  },
};

/** Calls the callback when the signal aborts. Returns a function that unregisters it. */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  try {
    // Node warns about the eleventh listener, but any number of calls may share a signal.
    getBuiltin('node:events')?.setMaxListeners(0, signal);
  } catch {
    // A signal of another realm or of a test environment, about which Node does not warn.
  }
  signal.addEventListener('abort', callback);
  return () => signal.removeEventListener('abort', callback);
}

type Cleanup = () => void;

/** The signal and the deadline that end a wait, and the facts for its errors. */
type WaitingCall = Pick<ActiveCall, 'signal' | 'endsAt' | 'deadlineMs' | 'attempts' | 'isSent'> &
  Partial<Pick<ActiveCall<Operation>, 'operation'>>;

/**
 * Starts work that the call's signal may abort. The function that `start` returns cleans up afterwards in all cases.
 * @throws AbortedError if the signal aborts
 */
function runUntilAborted<T>(
  call: WaitingCall,
  start: (resolve: (value: T) => void, reject: (error: unknown) => void) => Cleanup | undefined,
): Promise<T> {
  const { operation, signal } = call;
  let cleanups: (Cleanup | undefined)[] = [];
  // Not an async function, because each async function adds a hundredth to the cost of a call.
  return new Promise<T>((resolve, reject) => {
    const abort = () =>
      reject(new AbortedError({ operation, attempts: call.attempts, cause: signal?.reason }));
    if (signal?.aborted === true) abort();
    else cleanups = [signal && onAbort(signal, abort), start(resolve, reject)];
  }).finally(() => cleanups.forEach((cleanup) => cleanup?.()));
}

/**
 * Waits for these milliseconds.
 * @throws AbortedError if the call's signal aborts first
 */
export function pause(ms: number, time: Time, call: ActiveCall<Operation>): Promise<void> {
  return runUntilAborted(call, (resolve) => time.after(ms, resolve));
}

/**
 * Waits for work until the deadline of its call or the timeout of one request, whichever is first.
 * @param work is not started if the deadline is over already
 * @throws TimeoutError, AbortedError, and the errors of the work
 */
export function waitWithin<T>(
  time: Time,
  call: WaitingCall,
  { work, timeoutMs = Infinity }: { readonly work: () => Promise<T>; readonly timeoutMs?: number },
): Promise<T> {
  const { operation, deadlineMs } = call;
  const remainingMs = call.endsAt - time.monotonic();
  return runUntilAborted(call, (resolve, reject) => {
    const timeOut = () => {
      const limit = remainingMs < timeoutMs ? 'deadlineMs' : 'timeoutMs';
      const afterMs = { deadlineMs, timeoutMs }[limit];
      const { attempts, isSent: sent } = call;
      const retryable = operation === undefined || !sent || isIdempotent(operation);
      reject(new TimeoutError({ limit, afterMs, operation, attempts, retryable, sent }));
    };
    const ms = Math.min(remainingMs, timeoutMs);
    const cancel = ms < Infinity ? time.after(ms, timeOut) : undefined;
    if (remainingMs > 0) work().then(resolve, reject);
    return cancel;
  });
}

/**
 * Runs work of several requests, until the caller's signal aborts or the deadline is over.
 * @param work gets the signal for its requests
 * @throws AbortedError if the signal aborts, TimeoutError if the deadline is over, and the errors of the work
 */
export async function runWithin<T>(
  time: Time,
  { signal, deadlineMs }: Pick<ActiveCall, 'signal' | 'deadlineMs'>,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const endsAt = time.monotonic() + deadlineMs;
  const call = { signal, deadlineMs, endsAt, attempts: 0, isSent: true };
  try {
    return await waitWithin(time, call, { work: () => work(stop.signal) });
  } catch (error) {
    stop.abort(error);
    throw error;
  }
}

/** Starts tasks in the order of their arrival, each as soon as a place is free. */
export interface Limiter {
  /** Resolves when a place is free, with the function that frees it again. */
  readonly enter: () => Promise<() => void>;
  /** Runs the task as soon as a place is free. */
  readonly run: <Result>(task: () => Promise<Result>) => Promise<Result>;
}

export function createLimiter(places: number): Limiter {
  const queue: (() => void)[] = [];
  let freePlaces = places;
  const release = (): void => {
    const next = queue.shift();
    if (next === undefined) freePlaces += 1;
    else next();
  };
  const enter = async () => {
    if (freePlaces > 0) freePlaces -= 1;
    else await new Promise<void>((resolve) => queue.push(resolve));
    return release;
  };
  return { enter, run: async (task) => (await enter(), task().finally(release)) };
}
