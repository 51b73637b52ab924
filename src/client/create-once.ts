/** Creates a book so that a lost answer makes no second one: what is open is looked for before anything else. */
import type { BookCreate } from './book.ts';
import type { Answered, Begun, Line } from './line.ts';
import { loadedAfter } from './later.ts';
import { savedBook, type SavedBook } from './saved-book.ts';

/** A book that was just created. */
export interface CreatedBook extends SavedBook {
  /** True when the service's answer was lost, and the book was found by its external id. */
  readonly reconciled: boolean;
}

/** @throws AmbiguousOutcomeError when neither an answer nor a look tells whether the book was made */
export async function createOnce(
  line: Line,
  body: BookCreate,
  call: Begun,
): Promise<Answered<CreatedBook>> {
  const trace = { attempts: 0, unclear: false };
  const post = async () => {
    const asked = { operation: 'createBook', body, as: savedBook, call, trace } as const;
    const { data, ...rest } = await line.ask(asked);
    return { ...rest, data: { ...data, reconciled: false } };
  };
  try {
    return await post();
  } catch (failure) {
    const { reconcileCreate } = await loadedAfter(failure, import('./reconcile-create.ts'));
    return reconcileCreate({ line, body, call, trace, post }, failure);
  }
}
