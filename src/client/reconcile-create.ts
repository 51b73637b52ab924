/** Settles a create whose answer was lost: finds the book, or sends it once more where that is safe. */
import type { BookCreate } from './book.ts';
import type { CreatedBook } from './create-once.ts';
import type { DistributionError } from './errors.ts';
import { ambiguous, findCreated } from './find-created.ts';
import type { Answered, Begun, Line } from './line.ts';
import { mayRepeat } from './may-repeat.ts';
import { isUnreadableSuccess, leavesOpen, mayBeRunning } from './open-outcome.ts';
import type { Trace } from './sending.ts';

export interface LostCreate {
  readonly line: Line;
  readonly body: BookCreate;
  readonly call: Begun;
  readonly trace: Trace;
  /** Sends it again. */
  readonly post: () => Promise<Answered<CreatedBook>>;
}

/** @throws AmbiguousOutcomeError when it stays open whether the book was made */
export async function reconcileCreate(
  lost: LostCreate,
  failure: unknown,
): Promise<Answered<CreatedBook>> {
  // A success that cannot be read has made a book, too.
  if (!leavesOpen(failure) && !isUnreadableSuccess(failure)) throw failure;
  return (await found(lost, failure)) ?? (await postAgain(lost, failure));
}

async function found(
  { trace, ...lost }: LostCreate,
  failure: DistributionError,
): Promise<Answered<CreatedBook> | undefined> {
  const seen = await findCreated({ ...lost, attempts: trace.attempts, failure });
  if (seen === undefined) return undefined;
  const { data: book, ...rest } = seen;
  return { ...rest, data: { id: book.id, book, reconciled: true } };
}

/**
 * Once more, where the first request came to its end and the book is nowhere. Not after a time that ran
 * out: the service may be at work on it still, and would make both.
 */
async function postAgain(
  lost: LostCreate,
  failure: DistributionError,
): Promise<Answered<CreatedBook>> {
  if (isUnreadableSuccess(failure)) throw failure;
  const { line, call, trace, post } = lost;
  const { attempts } = trace;
  const repeating = { call, operation: 'createBook', attempts, retries: 0 } as const;
  if (mayBeRunning(failure) || !(await mayRepeat(line, repeating))) {
    throw stillOpen(lost, failure);
  }
  try {
    return await post();
  } catch (error) {
    // Even a plain refusal may be due to the first book, come in meanwhile.
    const late = await found(lost, failure);
    if (late !== undefined) return late;
    throw leavesOpen(error) || isUnreadableSuccess(error) ? stillOpen(lost, error) : error;
  }
}

function stillOpen({ trace, ...lost }: LostCreate, failure: DistributionError): Error {
  const why = 'it is not to be found so far. Look again with reconcile() before another create.';
  return ambiguous({ ...lost, attempts: trace.attempts, failure }, why);
}
