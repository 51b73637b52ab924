/** Waits for reviews that end within seconds. */
import { Unproven } from '../../../src/harness/evidence/index.ts';
import { oncePerRun, type Stage } from '../../../src/harness/stage/index.ts';
import { statusNow } from './steps.ts';

/** Milliseconds within which a review is worth waiting for. */
const shortReview = 11_000;

/** Whether the first book of this run left review during the wait. */
const reviews = oncePerRun(async (): Promise<{ end?: Promise<boolean> }> => Promise.resolve({}));

/**
 * Waits for a book to leave review. If the first one of the run does not, the others do not wait.
 * @returns false if it is probably still in review
 */
export async function awaitReview(t: Stage, id: string): Promise<boolean> {
  const known = await reviews(t);
  if (known.end !== undefined && !(await known.end)) return false;
  const end = leavesReview(t, id);
  known.end ??= end.catch(() => false);
  return end;
}

async function leavesReview(t: Stage, id: string): Promise<boolean> {
  const inReview = async (): Promise<boolean> => (await statusNow(t, id)) === 'in_review';
  try {
    await t.clock.pass(t.clock.now() + shortReview);
    return true;
  } catch (error) {
    if (!(error instanceof Unproven)) throw error;
    return !(await t.eventually(inReview, (still) => !still));
  }
}
