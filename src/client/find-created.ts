/** Looks for a book whose create had no clear answer, by the external id it was given. */
import type { Book, BookCreate } from './book.ts';
import { isAbortedError } from './error-guards.ts';
import type { DistributionError } from './errors.ts';
import type { Answered, Begun, Line } from './line.ts';
import { bookOrNull, lookUpBook } from './look.ts';
import { AmbiguousOutcomeError } from './ambiguous-outcome-error.ts';
import { pause } from './one-attempt.ts';
import { isUnreadableSuccess } from './open-outcome.ts';

/** A create that may have worked. */
export interface OpenCreate {
  readonly line: Line;
  readonly body: BookCreate;
  readonly call: Begun;
  /** How many requests were sent for it. */
  readonly attempts: number;
  /** What left it open. */
  readonly failure: DistributionError;
}

/** A book may show only a while after its answer was lost: the wait before each look, in milliseconds. */
const waits = [0, 500, 1_000, 2_500];

const operation = 'createBook';

/**
 * The book, or undefined where it shows at no look within four seconds.
 * @throws AmbiguousOutcomeError where there is nothing to look by, where looking fails, and where the
 *   external id names a book of another format or title
 */
export async function findCreated(open: OpenCreate): Promise<Answered<Book> | undefined> {
  const { line, body, call, attempts, failure } = open;
  if (typeof body.externalId !== 'string' || body.externalId === '') {
    if (isUnreadableSuccess(failure)) throw failure;
    throw ambiguous(
      open,
      'without an externalId it cannot be looked for. See the list, and give one.',
    );
  }
  for (const wait of waits) {
    if (line.time.now() + wait >= call.endsAt) return undefined;
    if (wait > 0)
      await pause(wait, line.time, { operation, trace: { attempts }, signal: call.signal });
    const { data, response } = await look(open, body.externalId);
    if (data === null) continue;
    const { format, title } = data.attributes;
    if (format === body.format && title.trim() === body.title.trim()) {
      return { data, response, attempts };
    }
    throw ambiguous(open, 'its externalId names a book of another format or title.');
  }
  return undefined;
}

/** The error for a create that stays open; it can look again. */
export function ambiguous(open: OpenCreate, why: string): AmbiguousOutcomeError {
  const { line, body, call, attempts, failure: cause } = open;
  const { externalId } = body;
  const again = async (id: string) => {
    const fresh = line.begin({ headers: call.headers });
    return (await lookUpBook(line, id, { call: fresh, as: bookOrNull })).data;
  };
  const canLook = typeof externalId === 'string' && externalId !== '';
  return new AmbiguousOutcomeError({
    operation,
    attempts,
    cause,
    why,
    look: canLook ? async () => again(externalId) : undefined,
  });
}

async function look(open: OpenCreate, externalId: string): Promise<Answered<Book | null>> {
  try {
    return await lookUpBook(open.line, externalId, { call: open.call, as: bookOrNull });
  } catch (error) {
    if (isAbortedError(error)) throw error;
    throw ambiguous(open, 'looking for it failed too. Look again with reconcile().');
  }
}
