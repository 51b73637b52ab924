/** Creates a book so that a lost answer makes no second one: what is open is looked for before anything else. */
import type { BookCreate } from './book.ts';
import type { DistributionError } from './errors.ts';
import { ambiguous, findCreated } from './find-created.ts';
import type { Answered, Begun, Line } from './line.ts';
import { isUnreadableSuccess, leavesOpen, mayBeRunning } from './open-outcome.ts';
import { savedBook, type SavedBook } from './saved-book.ts';
import type { Trace } from './sending.ts';

/** A book that was just created. */
export interface CreatedBook extends SavedBook {
  /** True when the service's answer was lost, and the book was found by its external id. */
  readonly reconciled: boolean;
}

interface Creation {
  readonly line: Line;
  readonly body: BookCreate;
  readonly call: Begun;
  readonly trace: Trace;
}

const operation = 'createBook';

/** @throws AmbiguousOutcomeError when neither an answer nor a look tells whether the book was made */
export async function createOnce(
  line: Line,
  body: BookCreate,
  call: Begun,
): Promise<Answered<CreatedBook>> {
  const creation = { line, body, call, trace: { attempts: 0, unclear: false } };
  try {
    return await post(creation);
  } catch (error) {
    if (!mayHaveCreated(error)) throw error;
    return (await found(creation, error)) ?? (await postAgain(creation, error));
  }
}

async function post({ line, body, call, trace }: Creation): Promise<Answered<CreatedBook>> {
  const { data, ...rest } = await line.ask({
    operation,
    as: savedBook,
    call,
    trace,
    send: async (sent) => line.raw.POST('/books', { ...sent, body }),
  });
  return { ...rest, data: { ...data, reconciled: false } };
}

function mayHaveCreated(error: unknown): error is DistributionError {
  return leavesOpen(error) || isUnreadableSuccess(error);
}

async function found(
  { trace, ...creation }: Creation,
  failure: DistributionError,
): Promise<Answered<CreatedBook> | undefined> {
  const seen = await findCreated({ ...creation, attempts: trace.attempts, failure });
  if (seen === undefined) return undefined;
  const { data: book, ...rest } = seen;
  return { ...rest, data: { id: book.id, book, reconciled: true } };
}

/**
 * Once more, where the first request came to its end and the book is nowhere. Not after a time that ran
 * out: the service may be at work on it still, and would make both.
 */
async function postAgain(
  creation: Creation,
  failure: DistributionError,
): Promise<Answered<CreatedBook>> {
  if (isUnreadableSuccess(failure)) throw failure;
  const { line, call, trace } = creation;
  const repetition = { operation, attempts: trace.attempts, retries: 0 } as const;
  if (mayBeRunning(failure) || !(await line.mayRepeat(call, repetition))) {
    throw stillOpen(creation, failure);
  }
  try {
    return await post(creation);
  } catch (error) {
    // Even a plain refusal may be due to the first book, come in meanwhile.
    const late = await found(creation, failure);
    if (late !== undefined) return late;
    throw mayHaveCreated(error) ? stillOpen(creation, error) : error;
  }
}

function stillOpen({ trace, ...creation }: Creation, failure: DistributionError): Error {
  const why = 'it is not to be found so far. Look again with reconcile() before another create.';
  return ambiguous({ ...creation, attempts: trace.attempts, failure }, why);
}
