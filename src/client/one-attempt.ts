/** Sends a request once and reads its whole answer, within its time and until the caller's signal. */
import type { Operation } from './book.ts';
import { keepText } from './kept-text.ts';
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
  readonly send: (signal: AbortSignal) => Promise<Response>;
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
export async function attemptOnce(time: Time, attempt: Attempt): Promise<Response | Lost> {
  const { trace, limit, limitMs, leftMs, operation } = attempt;
  return endable(attempt, (resolve, reject) => {
    const stop = new AbortController();
    trace.attempts += 1;
    const cancel = time.after(leftMs, () => {
      reject(new TimeoutError(limit, limitMs, { operation, ...trace }));
    });
    let whole = false;
    const answer = answered(attempt, stop.signal).finally(() => {
      whole = true;
    });
    answer.then(resolve, reject);
    return () => {
      cancel();
      if (!whole) stop.abort();
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
  const clear: (() => void)[] = [];
  try {
    return await new Promise<T>((resolve, reject) => {
      if (signal !== undefined) clear.push(onAbort(signal, () => reject(aborted())));
      clear.push(start(resolve, reject));
    });
  } finally {
    for (const each of clear) each();
  }
}

async function answered({ send }: Attempt, signal: AbortSignal): Promise<Response | Lost> {
  let response: Response | undefined;
  try {
    response = await send(signal);
    return keepText(response, await response.text());
  } catch (thrown) {
    return { thrown, begun: response !== undefined };
  }
}
