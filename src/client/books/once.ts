/** Sends requests whose work must be done once: after an unclear ending it looks at the book before it sends again. */
import type { Book } from '../contract.ts';
import {
  AmbiguousOutcomeError,
  isAbortedError,
  isDistributionError,
  isRateLimited,
  type DistributionError,
} from '../errors/index.ts';
import { type CallResult, type Service } from '../transport/index.ts';
import {
  isUnreadableSuccess,
  leavesOpen,
  mayBeRunning,
  pause,
  requestedWait,
  retry,
  type AttemptEnd,
  type Call,
  type Trace,
} from '../requests/index.ts';

/** The book's evidence about the work: its result, that it is not done, or that nothing is certain. */
export type Finding<T> = { readonly done: T } | 'undone' | { readonly unknown: string };

/** One piece of work, how to send it, and how to see whether it was done. */
export interface Once<T> {
  readonly service: Service;
  readonly operation: 'createBook' | 'publishBook' | 'unpublishBook' | 'deleteBook';
  readonly call: Call;
  readonly send: (trace: Trace) => Promise<CallResult<T>>;
  /** Reads the book; undefined when there is nothing to find it by. */
  readonly look: ((call: Call) => Promise<CallResult<Book | null>>) | undefined;
  readonly judge: (book: Book | null) => Finding<T>;
  /** How long work that got no response may take to show, in milliseconds; `Infinity` never sends it again. */
  readonly settleMs: number;
}

interface Run<T> extends Once<T> {
  readonly trace: Trace;
}

/** A failed request, and until when its work may still show. */
interface Failure {
  readonly error: DistributionError;
  readonly settledAt: number;
}

/** How long is looked by default, and when the work is not to be sent again. */
export const defaultSettleMs = 10_000;

/** @throws AmbiguousOutcomeError when neither a response nor a look tells whether the work was done */
export async function doOnce<T>(once: Once<T>): Promise<CallResult<T>> {
  const run: Run<T> = { ...once, trace: { attempts: 0, unclear: false } };
  const { time } = run.service.means;
  const window = run.settleMs === Infinity ? defaultSettleMs : run.settleMs;
  let last: Failure | undefined;
  return retry<CallResult<T>>(run.service.means, run, async () => {
    const settled = last && (await settle(run, last));
    if (settled !== undefined) return { result: settled };
    try {
      return { result: await run.send(run.trace) };
    } catch (error) {
      if (!isDistributionError(error) || isAbortedError(error)) throw error;
      const repeated = last !== undefined;
      last = { error, settledAt: time.now() + window };
      return decide(run, last, repeated);
    }
  });
}

/** Decides what follows a failed request. The first look comes at once, because most work shows at once. */
async function decide<T>(
  run: Run<T>,
  failure: Failure,
  repeated: boolean,
): Promise<AttemptEnd<CallResult<T>>> {
  const { error } = failure;
  const open = leavesOpen(error);
  const creates = run.operation === 'createBook';
  // The transport repeats a 429 of the other calls, because they have the same effect twice.
  const limited = creates && isRateLimited(error);
  // Even a plain refusal may be due to the first request, whose work showed meanwhile.
  if (!open && !limited && !repeated && !(creates && isUnreadableSuccess(error))) throw error;
  if (run.look === undefined) {
    throw open ? ambiguous(run, error, 'without an externalId it cannot be looked up.') : error;
  }
  const found = await look(run, error);
  if (found !== undefined) return { result: found };
  if (!open && !limited) throw error;
  return {
    repeatable: run.settleMs !== Infinity && !(creates && mayBeRunning(error)),
    waitMs: requestedWait(error),
    giveUp: async () => {
      const late = await settle(run, failure);
      if (late !== undefined) return late;
      const reason = 'it seems undone so far. Look again with reconcile() before you repeat it.';
      throw open ? ambiguous(run, error, reason) : error;
    },
  };
}

/** Looks until the work shows or its time is over, and once at least. A plain refusal did no work that could show. */
async function settle<T>(run: Run<T>, failure: Failure): Promise<CallResult<T> | undefined> {
  const { time } = run.service.means;
  const { error, settledAt } = failure;
  if (run.settleMs === 0) return undefined;
  const until = leavesOpen(error) ? settledAt : 0;
  for (let wait = 250; ; wait *= 2) {
    const left = Math.min(until, run.call.endsAt) - time.now();
    if (left > 0) await pause(Math.min(wait, left), time, run);
    const found = await look(run, error);
    if (found !== undefined || time.now() >= until) return found;
  }
}

/** Returns the result when the work is done, or undefined when it is not. */
async function look<T>(
  run: Run<T>,
  failure: DistributionError,
): Promise<CallResult<T> | undefined> {
  const { data: book, ...rest } = await (run.look?.(run.call) ?? Promise.reject(failure)).catch(
    (error: unknown) => {
      if (isAbortedError(error)) throw error;
      // A request that was certainly refused had no effect, so there is no need to look.
      if (!leavesOpen(failure) && !isUnreadableSuccess(failure)) throw failure;
      throw ambiguous(run, failure, 'looking at the book failed too. Look again with reconcile().');
    },
  );
  const finding = run.judge(book);
  if (finding === 'undone') return undefined;
  if ('done' in finding) return { ...rest, data: finding.done, attempts: run.trace.attempts };
  throw ambiguous(run, failure, finding.unknown);
}

/** Makes the error of work whose outcome is not known. It can look again. */
function ambiguous<T>(
  { service, operation, call, trace, look: lookWith }: Run<T>,
  cause: DistributionError,
  reason: string,
): AmbiguousOutcomeError {
  const { attempts } = trace;
  const { requestId, headers, response } = cause;
  const origin = { operation, attempts, cause, requestId, headers, response };
  const lookAgain =
    lookWith && (async () => (await lookWith(service.begin({ headers: call.headers }))).data);
  return new AmbiguousOutcomeError({ ...origin, reason, look: lookAgain });
}
