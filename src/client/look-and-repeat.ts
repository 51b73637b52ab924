/** Looks at a book after a call whose answer was lost, and repeats the call where it did nothing. */
import type { Book } from './book.ts';
import { isAbortedError } from './error-guards.ts';
import { isDistributionError, type DistributionError } from './errors.ts';
import type { Answered, Line } from './line.ts';
import { bookOrNull, readBook } from './look.ts';
import type { CarefulCall } from './look-before-repeating.ts';
import { mayRepeat } from './may-repeat.ts';
import { AmbiguousOutcomeError } from './ambiguous-outcome-error.ts';
import { leavesOpen } from './open-outcome.ts';
import type { Trace } from './sending.ts';

export interface LostCall extends CarefulCall {
  readonly line: Line;
  readonly trace: Trace;
  /** Makes the call again. */
  readonly once: () => Promise<Answered<undefined>>;
}

/** What the book tells of the call. */
type Sight = 'done' | 'undone' | 'unknown';

/** In the shops, or on the way there. */
const released: readonly string[] = ['published', 'in_review'];

/** After a status that is neither here nor there, the book may have had it before. */
function sightOf(operation: CarefulCall['operation'], book: Book | null): Sight {
  if (operation === 'deleteBook') return book === null ? 'done' : 'undone';
  const status = book?.attributes.status ?? '';
  const [done, undone] =
    operation === 'publishBook' ? [released, ['draft']] : [['withdrawn'], released];
  if (done.includes(status)) return 'done';
  return undone.includes(status) ? 'undone' : 'unknown';
}

export async function lookAndRepeat(lost: LostCall, first: unknown): Promise<Answered<undefined>> {
  if (!leavesOpen(first)) throw first;
  const { line, operation, call, trace, once } = lost;
  let failure: DistributionError = first;
  for (let retries = 0; ; retries += 1) {
    const { data: book, response } = await look(lost, failure);
    const sight = sightOf(operation, book);
    const { attempts } = trace;
    if (sight === 'done') return { data: undefined, response, attempts };
    if (!leavesOpen(failure)) throw failure;
    if (sight === 'unknown') throw ambiguous(lost, failure, 'its status does not tell.');
    if (!(await mayRepeat(line, { call, operation, attempts, retries }))) {
      throw ambiguous(lost, failure, 'it seems undone so far. Look again with reconcile().');
    }
    try {
      return await once();
    } catch (error) {
      // Also a refusal may mean that the first request came in meanwhile.
      if (isAbortedError(error) || !isDistributionError(error)) throw error;
      failure = error;
    }
  }
}

async function look(lost: LostCall, failure: DistributionError): Promise<Answered<Book | null>> {
  try {
    return await readBook(lost.line, lost.id, { call: lost.call, as: bookOrNull });
  } catch (error) {
    if (isAbortedError(error)) throw error;
    throw ambiguous(lost, failure, 'looking at the book failed too. Look again with reconcile().');
  }
}

function ambiguous(lost: LostCall, cause: DistributionError, why: string): AmbiguousOutcomeError {
  const { line, operation, id, call, trace } = lost;
  const again = async () => {
    const fresh = line.begin({ headers: call.headers });
    return (await readBook(line, id, { call: fresh, as: bookOrNull })).data;
  };
  return new AmbiguousOutcomeError({ operation, ...trace, cause, why, look: again });
}
