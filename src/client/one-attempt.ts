/** Sends a request once and reads its whole answer, within its time and until the caller's signal. */
import type { Operation } from './book.ts';
import { onAbort } from './on-abort.ts';
import { AbortedError, TimeoutError } from './no-answer-errors.ts';
import type { Time } from './time.ts';

export interface Attempt {
  readonly operation: Operation;
  /** Counts the requests of the call, this one included from when it is made. */
  readonly trace: { attempts: number };
  readonly limit: 'timeoutMs' | 'deadlineMs';
  /** What that limit was set to, for the error. */
  readonly limitMs: number;
  /** How much of it is left. */
  readonly leftMs: number;
  readonly signal: AbortSignal | undefined;
  /** Sends the request, to be ended by this signal. */
  readonly send: (signal: AbortSignal) => Response | Promise<Response>;
}

/** An answer with its whole body, which was read so that it came in time. */
export interface Came {
  readonly response: Response;
  readonly text: string;
}

/** A connection that failed. */
export interface Lost {
  /** What `fetch` rejected with, which may repeat secrets. */
  readonly thrown: unknown;
  /** Whether the answer had begun. */
  readonly begun: boolean;
}

/**
 * The time runs until the last byte of the body, and ends the attempt even where `fetch` ignores its
 * signal. Nothing stays behind: no timer, no listener on a signal that outlives the call.
 *
 * @throws TimeoutError or AbortedError
 */
export async function attemptOnce(time: Time, attempt: Attempt): Promise<Came | Lost> {
  const { trace, limit, limitMs, leftMs, operation } = attempt;
  return endable(attempt, (resolve, reject) => {
    const stop = new AbortController();
    trace.attempts += 1;
    const cancel = time.after(leftMs, () => {
      reject(new TimeoutError(limit, limitMs, { operation, ...trace }));
    });
    let over = false;
    const toItsEnd = async (): Promise<void> => {
      const end = await answered(attempt, stop.signal);
      over = true;
      resolve(end);
    };
    void toItsEnd();
    return () => {
      cancel();
      if (!over) stop.abort();
    };
  });
}

/** Waits, unless the signal ends the call before. */
export async function pause(ms: number, time: Time, call: Endable): Promise<void> {
  return endable(call, (resolve) => time.after(ms, resolve));
}

interface Endable {
  readonly operation: Operation;
  readonly trace: { readonly attempts: number };
  readonly signal: AbortSignal | undefined;
}

/** Starts something that the signal may end; what `start` returns clears up after it, however it ended. */
async function endable<T>(
  { signal, operation, trace }: Endable,
  start: (resolve: (value: T) => void, reject: (error: unknown) => void) => () => void,
): Promise<T> {
  const aborted = () => new AbortedError({ operation, ...trace, cause: signal?.reason });
  if (signal?.aborted === true) throw aborted();
  let forget: (() => void) | undefined;
  let clear: (() => void) | undefined;
  try {
    return await new Promise<T>((resolve, reject) => {
      forget = signal && onAbort(signal, () => reject(aborted()));
      clear = start(resolve, reject);
    });
  } finally {
    forget?.();
    clear?.();
  }
}

async function answered({ send }: Attempt, signal: AbortSignal): Promise<Came | Lost> {
  let response: Response | undefined;
  try {
    response = await send(signal);
    return { response, text: await response.text() };
  } catch (thrown) {
    return { thrown, begun: response !== undefined };
  }
}
