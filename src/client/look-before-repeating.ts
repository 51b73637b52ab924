/** Makes a call on one book that is repeated only after a look at the book says that it did nothing. */
import type { Answered, Begun, Line } from './line.ts';
import { loadedAfter } from './later.ts';
import { noContent } from './no-content.ts';

export interface CarefulCall {
  readonly operation: 'publishBook' | 'unpublishBook' | 'deleteBook';
  readonly id: string;
  readonly call: Begun;
}

/** @throws AmbiguousOutcomeError when neither an answer nor a look tells whether it was done */
export async function lookBeforeRepeating(
  line: Line,
  careful: CarefulCall,
): Promise<Answered<undefined>> {
  const trace = { attempts: 0, unclear: false };
  const { operation, id, call } = careful;
  const path = { bookPublicId: id };
  const once = async () => {
    const asked = { operation, path, body: {}, as: noContent, call, trace } as const;
    return { ...(await line.ask(asked)), data: undefined };
  };
  try {
    return await once();
  } catch (failure) {
    const { lookAndRepeat } = await loadedAfter(failure, import('./look-and-repeat.ts'));
    return lookAndRepeat({ line, ...careful, trace, once }, failure);
  }
}
