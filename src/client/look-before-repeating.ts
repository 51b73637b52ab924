/** Repeats a call on one book only after a look at the book says that the first try did nothing. */
import type { Book, KeyedOperation } from './book.ts';
import { isAbortedError } from './error-guards.ts';
import type { Answered, Begun, Line, RawAnswer, Sent } from './line.ts';
import { bookOrNull, readBook } from './look.ts';
import { noContent } from './no-content.ts';
import { AmbiguousOutcomeError } from './no-answer-errors.ts';
import { leavesOpen } from './open-outcome.ts';

/** What the book tells of a call whose answer was lost. */
export type Sight = 'done' | 'undone' | 'unknown';

export interface CarefulCall {
  readonly operation: KeyedOperation;
  readonly id: string;
  readonly call: Begun;
  readonly send: (sent: Sent) => Promise<RawAnswer>;
  /** What the book, or its absence, tells. */
  readonly sight: (book: Book | null) => Sight;
}

/** @throws AmbiguousOutcomeError when neither an answer nor a look tells whether it was done */
export async function lookBeforeRepeating(
  line: Line,
  careful: CarefulCall,
): Promise<Answered<undefined>> {
  const { operation, call, send, sight } = careful;
  const trace = { attempts: 0, unclear: false };
  for (let retries = 0; ; retries += 1) {
    try {
      return nothingOf(await line.ask({ operation, as: noContent, call, send, trace }));
    } catch (error) {
      const open = leavesOpen(error);
      if (isAbortedError(error) || !(open || trace.unclear)) throw error;
      const { attempts } = trace;
      const unclear = (why: string) => ambiguous(line, careful, { attempts, cause: error, why });
      const seen = await lookAt(line, careful, unclear);
      const tells = sight(seen.data);
      if (tells === 'done') return { ...nothingOf(seen), attempts };
      if (!open) throw error;
      if (tells === 'unknown') throw unclear('its status does not tell.');
      const again = await line.mayRepeat(call, { operation, attempts, retries });
      if (!again) throw unclear('it seems undone so far. Look again with reconcile().');
    }
  }
}

function nothingOf({ response, attempts }: Answered<unknown>): Answered<undefined> {
  return { data: undefined, response, attempts };
}

async function lookAt(
  line: Line,
  { id, call }: CarefulCall,
  unclear: (why: string) => Error,
): Promise<Answered<Book | null>> {
  try {
    return await readBook(line, id, { call, as: bookOrNull });
  } catch (error) {
    if (isAbortedError(error)) throw error;
    throw unclear('looking at the book failed too. Look again with reconcile().');
  }
}

function ambiguous(
  line: Line,
  { operation, id, call }: CarefulCall,
  unclear: { readonly attempts: number; readonly cause: unknown; readonly why: string },
): AmbiguousOutcomeError {
  const look = async () => {
    const fresh = line.begin({ headers: call.headers });
    return (await readBook(line, id, { call: fresh, as: bookOrNull })).data;
  };
  return new AmbiguousOutcomeError({ operation, ...unclear, look });
}
