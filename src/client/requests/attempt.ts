/** Sends one request and reads its whole response, until its time is over or the caller's signal aborts. */
import { AbortedError, TimeoutError } from '../errors/index.ts';
import type { Operation } from '../contract.ts';
import { readBody, type BodyText } from './body.ts';
import type { Call } from './call-options.ts';
import { onAbort } from './on-abort.ts';
import { mayRepeat } from './retry-policy.ts';
import type { Time } from './time.ts';

/** The history of a call so far. */
export interface Trace {
  /** How many requests were sent. */
  attempts: number;
  /** True when one of them may have done its work without a response that says so. */
  unclear: boolean;
  /** True when the last response was longer than is read of it. */
  truncated?: boolean;
}

/** The call a request or a wait belongs to, for the errors that end it. */
export interface Owner {
  readonly operation: Operation;
  readonly trace: Trace;
  readonly call: Call;
}

/** A response with its body read, or what `fetch` rejected with and whether a response had begun. */
export type AttemptResult =
  | (BodyText & { readonly response: Response })
  | { readonly thrown: unknown; readonly begun: boolean };

/**
 * The time runs until the last byte of the body, and ends the attempt even when `fetch` ignores its signal. No timer
 * and no listener is left behind.
 *
 * @throws TimeoutError or AbortedError
 */
export async function attemptOnce(
  time: Time,
  owner: Owner,
  send: (signal: AbortSignal) => Response | Promise<Response>,
): Promise<AttemptResult> {
  const { timeoutMs, endsAt } = owner.call;
  const left = endsAt - time.now();
  const limit = left < timeoutMs ? 'deadlineMs' : 'timeoutMs';
  if (left <= 0) throw createTimeout(owner, 'deadlineMs');
  return untilAborted(owner, (resolve, reject) => {
    const stop = new AbortController();
    owner.trace.attempts += 1;
    const cancel = time.after(Math.min(left, timeoutMs), () => reject(createTimeout(owner, limit)));
    let over = false;
    const finish = (result: AttemptResult) => {
      over = true;
      resolve(result);
    };
    void receive(send, stop.signal).then(finish);
    return () => {
      cancel();
      if (!over) stop.abort();
    };
  });
}

/** Waits this many milliseconds. @throws AbortedError when the call's signal aborts first */
export async function pause(ms: number, time: Time, owner: Owner): Promise<void> {
  return untilAborted(owner, (resolve) => time.after(ms, resolve));
}

/** Waits for something of the call. @throws TimeoutError at its deadline, AbortedError when its signal aborts */
export async function waitWithin<T>(time: Time, owner: Owner, waited: Promise<T>): Promise<T> {
  return untilAborted(owner, (resolve, reject) => {
    void waited.then(resolve);
    const left = owner.call.endsAt - time.now();
    return time.after(Math.max(left, 0), () => reject(createTimeout(owner, 'deadlineMs')));
  });
}

function createTimeout({ operation, trace, call }: Owner, limit: 'timeoutMs' | 'deadlineMs') {
  const { attempts } = trace;
  const retryable = mayRepeat(operation, { status: undefined, sent: true });
  return new TimeoutError(limit, call[limit], { operation, attempts, retryable });
}

/** Starts something that the call's signal may end. The function that `start` returns cleans up, however it ended. */
async function untilAborted<T>(
  { operation, trace, call: { signal } }: Owner,
  start: (resolve: (value: T) => void, reject: (error: unknown) => void) => () => void,
): Promise<T> {
  const aborted = () => {
    const cause: unknown = signal?.reason;
    return new AbortedError({ operation, attempts: trace.attempts, cause });
  };
  if (signal?.aborted === true) throw aborted();
  let unregister: (() => void) | undefined;
  let cleanUp: (() => void) | undefined;
  try {
    return await new Promise<T>((resolve, reject) => {
      unregister = signal && onAbort(signal, () => reject(aborted()));
      cleanUp = start(resolve, reject);
    });
  } finally {
    unregister?.();
    cleanUp?.();
  }
}

async function receive(
  send: (signal: AbortSignal) => Response | Promise<Response>,
  signal: AbortSignal,
): Promise<AttemptResult> {
  let response: Response | undefined;
  try {
    response = await send(signal);
    return { response, ...(await readBody(response)) };
  } catch (thrown) {
    return { thrown, begun: response !== undefined };
  }
}
