/** Waits until a book has a status, for example until its review is over. */
import type { Book, BookStatus } from '../contract.ts';
import { isDistributionError, isResponseError, TimeoutError } from '../errors/index.ts';
import { checkFunction, refuseValue, toText } from '../json.ts';
import {
  ignoreErrors,
  pause,
  type CallOptions,
  type CallResult,
  type Service,
} from '../transport/index.ts';
import { readById } from './writes.ts';

/** The other options apply to each read. */
export interface WaitOptions extends CallOptions {
  /** Milliseconds for the whole wait; no limit by default. */
  readonly deadlineMs?: number | undefined;
  /** Called after each read. Its errors are ignored. */
  readonly onStatus?: ((progress: StatusProgress) => unknown) | undefined;
}

/** The longest pause between two reads, unless the service asks for a longer one. */
const maxPauseMs = 60_000;

/** What a wait has seen so far. */
export interface StatusProgress {
  readonly id: string;
  /** The status at the last read. */
  readonly status: BookStatus;
  /** The time since the start of the wait, in milliseconds. */
  readonly waitedMs: number;
}

interface Wait {
  readonly id: string;
  readonly statuses: BookStatus | readonly BookStatus[];
}

/**
 * Copies the statuses to wait for.
 * @throws TypeError if there is none, or if `onStatus` is not a function
 */
export function readStatuses({
  statuses,
  onStatus,
}: Pick<Wait, 'statuses'> & Pick<WaitOptions, 'onStatus'>): readonly BookStatus[] {
  checkFunction('onStatus', onStatus);
  const wanted = [statuses].flat().filter((status) => typeof status === 'string' && status);
  return wanted.length > 0 ? wanted : refuseValue('statuses', statuses, 'a status');
}

/** @throws TypeError without a status to wait for, TimeoutError if the deadline is over, and errors that cannot pass */
export async function waitForStatus(
  { ask, begin, context: { time } }: Service,
  { id, statuses }: Wait,
  waitOptions: WaitOptions = {},
): Promise<CallResult<Book>> {
  const { deadlineMs = Infinity, onStatus, ...options } = waitOptions;
  const wantedStatuses = readStatuses({ statuses, onStatus });
  const wait = begin('readBook', { ...options, deadlineMs });
  const startedAt = time.monotonic();
  let status: BookStatus = 'unknown';
  for (let pauseMs = 1_000; ; pauseMs *= 1.5) {
    const read = begin('readBook', options);
    const call = { ...read, endsAt: Math.min(read.endsAt, wait.endsAt) };
    const result = await ask(call, ...readById(id)).catch((error: unknown) => {
      if (isDistributionError(error) && error.retryable) return error;
      throw error;
    });
    wait.attempts += call.attempts;
    if (!isDistributionError(result)) {
      status = toText(result.data.attributes.status);
      const progress = { id, status, waitedMs: time.monotonic() - startedAt };
      ignoreErrors(() => onStatus?.(progress));
      if (wantedStatuses.includes(status)) return { ...result, attempts: wait.attempts };
    }
    const requestedMs = (isResponseError(result) && result.retryAfterMs) || 0;
    const nextPauseMs = Math.max(Math.min(pauseMs, maxPauseMs), requestedMs);
    if (time.monotonic() + nextPauseMs >= wait.endsAt) {
      const { operation, attempts } = wait;
      const limits = { limit: 'deadlineMs', afterMs: deadlineMs } as const;
      throw new TimeoutError(
        { operation, attempts, ...limits, sent: true, retryable: true },
        `still shows the status ${status} after`,
      );
    }
    await pause(nextPauseMs, time, wait);
  }
}
