/** Ends a call of many requests by the caller's signal or at its deadline. */
import { AbortedError, TimeoutError } from '../errors/index.ts';
import { onAbort } from './on-abort.ts';
import type { Time } from './time.ts';

export interface Deadline {
  /** Aborts with the caller's signal or at the deadline; undefined when there is neither. */
  readonly signal: AbortSignal | undefined;
  /** @throws AbortedError or TimeoutError when the call is over */
  readonly check: () => void;
  /** Forgets the signal and the timer. */
  readonly release: () => void;
}

export function startDeadline(
  {
    signal,
    deadlineMs,
  }: { readonly signal?: AbortSignal | undefined; readonly deadlineMs?: number | undefined },
  time: Time,
): Deadline {
  const stop = deadlineMs === undefined ? undefined : new AbortController();
  let late = false;
  const unregister = stop && signal && onAbort(signal, () => stop.abort(signal.reason));
  if (signal?.aborted === true) stop?.abort(signal.reason);
  const cancel =
    stop &&
    time.after(deadlineMs ?? 0, () => {
      late = true;
      stop.abort();
    });
  return {
    signal: stop?.signal ?? signal,
    check: () => {
      if (signal?.aborted === true) {
        const cause: unknown = signal.reason;
        throw new AbortedError({ cause });
      }
      if (late) throw new TimeoutError('deadlineMs', deadlineMs ?? 0, { retryable: true });
    },
    release: () => {
      unregister?.();
      cancel?.();
    },
  };
}
