/** Waits within the limits of a call, and leaves no timer and no listener behind. */
import type { Operation } from '../contract.ts';
import { AbortedError, TimeoutError } from '../errors/index.ts';
import { isIdempotent, type Call, type CallOptions } from './call.ts';
import type { Time } from './time.ts';

/** Listens to one signal for all calls that it may end: Node warns of the eleventh listener. */
interface Listener {
  readonly callbacks: Set<() => void>;
  readonly handleEvent: () => void;
}

const listeners = new WeakMap<AbortSignal, Listener>();

/** Runs the callback when the signal aborts. Returns a function that unregisters it. */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const listener = listeners.get(signal) ?? listenTo(signal);
  listener.callbacks.add(callback);
  return () => {
    listener.callbacks.delete(callback);
    if (listener.callbacks.size > 0 || listeners.get(signal) !== listener) return;
    signal.removeEventListener('abort', listener);
    listeners.delete(signal);
  };
}

function listenTo(signal: AbortSignal): Listener {
  const callbacks = new Set<() => void>();
  const handleEvent = () => {
    for (const callback of callbacks) callback();
  };
  const listener = { callbacks, handleEvent };
  signal.addEventListener('abort', listener);
  listeners.set(signal, listener);
  return listener;
}

/**
 * Starts something that the call's signal may end. The function that `start` returns cleans up, however it ended.
 * @throws AbortedError when the signal aborts
 */
function untilAborted<T>(
  call: Call<Operation>,
  start: (resolve: (value: T) => void, reject: (error: unknown) => void) => () => void,
): Promise<T> {
  const { operation, signal } = call;
  const aborted = () =>
    new AbortedError({ operation, attempts: call.attempts, cause: signal?.reason });
  if (signal?.aborted === true) return Promise.reject(aborted());
  return new Promise<T>((resolve, reject) => {
    const end = () => {
      unregister?.();
      cleanUp();
    };
    const fail = (error: unknown) => {
      end();
      reject(error);
    };
    const unregister = signal && onAbort(signal, () => fail(aborted()));
    const cleanUp = start((value) => {
      end();
      resolve(value);
    }, fail);
  });
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
  const timeOut = () => {
    const { operation, attempts } = call;
    const limit = left < timeoutMs ? 'deadlineMs' : 'timeoutMs';
    const retryable = isIdempotent(operation);
    return new TimeoutError({ limit, afterMs: call[limit], operation, attempts, retryable });
  };
  if (left <= 0) return Promise.reject(timeOut());
  return untilAborted(call, (resolve, reject) => {
    work().then(resolve, reject);
    return time.after(Math.min(left, timeoutMs), () => reject(timeOut()));
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
  let ended: AbortedError | TimeoutError | undefined;
  const end = (error: AbortedError | TimeoutError): void => {
    ended ??= error;
    stop.abort(error.cause);
  };
  const abort = () => end(new AbortedError({ cause: signal?.reason }));
  const timeOut = (afterMs: number) => () =>
    end(new TimeoutError({ limit: 'deadlineMs', afterMs, retryable: true }));
  const unregister = signal && onAbort(signal, abort);
  const cancel = deadlineMs === undefined ? undefined : time.after(deadlineMs, timeOut(deadlineMs));
  try {
    if (signal?.aborted === true) abort();
    if (ended !== undefined) throw ended;
    return await work(stop.signal);
  } catch (error) {
    // A call that was ended here says only that it was aborted.
    throw ended ?? error;
  } finally {
    unregister?.();
    cancel?.();
  }
}
