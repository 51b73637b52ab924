/** The clock of a client, and waits within the limits of a call, which leave no timer and no listener behind. */
import type { Operation } from '../contract.ts';
import { AbortedError, TimeoutError } from '../errors/index.ts';
import { getBuiltin, isNode } from '../runtime.ts';
import { isIdempotent, type Call } from './call.ts';

/** The clock and the timer: the system's, or one that a test moves by hand. */
export interface Time {
  readonly now: () => number;
  /** Runs once after this many milliseconds, unless the function it returns is called first. */
  readonly after: (ms: number, run: () => void) => () => void;
}

/** A timer set for longer would fire immediately. */
const maxTimerMs = 2 ** 31 - 1;

export const systemTime: Time = {
  now: Date.now,
  after: (ms, run) => {
    const timer = setTimeout(run, Math.min(ms, maxTimerMs));
    return () => clearTimeout(timer);
  },
};

/** Runs the callback when the signal aborts. Returns a function that unregisters it. */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  // Node warns of the eleventh listener, but any number of calls may share a signal.
  if (isNode()) getBuiltin('node:events')?.setMaxListeners(0, signal);
  signal.addEventListener('abort', callback);
  return () => signal.removeEventListener('abort', callback);
}

type Cleanup = () => void;

/** The signal and deadline that end a wait, and the facts for its errors. */
type WaitingCall = Pick<Call, 'signal' | 'endsAt' | 'deadlineMs' | 'attempts'> &
  Partial<Pick<Call<Operation>, 'operation'>>;

/**
 * Starts something that the call's signal may end. The function that `start` returns cleans up, however it ended.
 * @throws AbortedError when the signal aborts
 */
function untilAborted<T>(
  call: WaitingCall,
  start: (resolve: (value: T) => void, reject: (error: unknown) => void) => Cleanup | undefined,
): Promise<T> {
  const { operation, signal } = call;
  let cleanups: (Cleanup | undefined)[] = [];
  // Not an async function: each one on the way of a response costs a hundredth of the call.
  return new Promise<T>((resolve, reject) => {
    const abort = () =>
      reject(new AbortedError({ operation, attempts: call.attempts, cause: signal?.reason }));
    if (signal?.aborted === true) abort();
    else cleanups = [signal && onAbort(signal, abort), start(resolve, reject)];
  }).finally(() => cleanups.forEach((end) => end?.()));
}

/** Waits this many milliseconds. @throws AbortedError when the call's signal aborts first */
export function pause(ms: number, time: Time, call: Call<Operation>): Promise<void> {
  return untilAborted(call, (resolve) => time.after(ms, resolve));
}

/**
 * Waits for work until the deadline of its call, or until the time of one request is over if that comes first.
 * @param work is not started when the call is over already
 * @throws TimeoutError, AbortedError, and everything that the work rejects with
 */
export function waitWithin<T>(
  time: Time,
  call: WaitingCall,
  { work, timeoutMs = Infinity }: { readonly work: () => Promise<T>; readonly timeoutMs?: number },
): Promise<T> {
  const { operation, deadlineMs } = call;
  const remaining = call.endsAt - time.now();
  return untilAborted(call, (resolve, reject) => {
    const timeOut = () => {
      const limit = remaining < timeoutMs ? 'deadlineMs' : 'timeoutMs';
      const retryable = operation === undefined || isIdempotent(operation);
      const afterMs = limit === 'deadlineMs' ? deadlineMs : timeoutMs;
      const { attempts } = call;
      reject(new TimeoutError({ limit, afterMs, operation, attempts, retryable }));
    };
    const ms = Math.min(remaining, timeoutMs);
    const cancel = ms < Infinity ? time.after(ms, timeOut) : undefined;
    if (remaining > 0) work().then(resolve, reject);
    return cancel;
  });
}

/**
 * Runs work of many requests until the caller's signal aborts or its deadline is over.
 * @param work gets the signal for its requests
 * @throws AbortedError or TimeoutError when that ended it, and otherwise what the work throws
 */
export async function runWithin<T>(
  time: Time,
  { signal, deadlineMs }: Pick<Call, 'signal' | 'deadlineMs'>,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const call = { signal, deadlineMs, endsAt: time.now() + deadlineMs, attempts: 0 };
  try {
    return await waitWithin(time, call, { work: () => work(stop.signal) });
  } catch (error) {
    stop.abort(error);
    throw error;
  }
}
