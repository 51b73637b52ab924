/** Makes a call on one book that is repeated only after a look at the book says that it did nothing. */
import type { Answered, Begun, Line, RawAnswer, Sent } from './line.ts';
import { loadedAfter } from './later.ts';
import { noContent } from './no-content.ts';

export interface CarefulCall {
  readonly operation: 'publishBook' | 'unpublishBook' | 'deleteBook';
  readonly id: string;
  readonly call: Begun;
  readonly send: (sent: Sent) => Promise<RawAnswer>;
}

/** @throws AmbiguousOutcomeError when neither an answer nor a look tells whether it was done */
export async function lookBeforeRepeating(
  line: Line,
  careful: CarefulCall,
): Promise<Answered<undefined>> {
  const trace = { attempts: 0, unclear: false };
  const once = async () => {
    const { response, attempts } = await line.ask({ ...careful, as: noContent, trace });
    return { data: undefined, response, attempts };
  };
  try {
    return await once();
  } catch (failure) {
    const { lookAndRepeat } = await loadedAfter(failure, import('./look-and-repeat.ts'));
    return lookAndRepeat({ line, ...careful, trace, once }, failure);
  }
}
