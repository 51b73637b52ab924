/** Waits for reviews that end within seconds. */
import { Unproven } from '../../../src/harness/evidence/index.ts';
import { oncePerRun, type Stage } from '../../../src/harness/stage/index.ts';
import { fetchStatus } from './steps.ts';

/** The longest review that we wait for, in milliseconds. */
const shortReview = 11_000;

/** Resolves with true if the first book of this run left review during the wait. */
const firstReview = oncePerRun(async (): Promise<{ bookLeft?: Promise<boolean> }> =>
  Promise.resolve({}),
);

/**
 * Waits for a book to leave review. If the first one of the run does not, the others do not wait.
 * @returns false if it is probably still in review
 */
export async function awaitReview(t: Stage, id: string): Promise<boolean> {
  const first = await firstReview(t);
  if (first.bookLeft !== undefined && !(await first.bookLeft)) return false;
  const left = waitForReviewEnd(t, id);
  first.bookLeft ??= left.catch(() => false);
  return left;
}

async function waitForReviewEnd(t: Stage, id: string): Promise<boolean> {
  const inReview = async (): Promise<boolean> => (await fetchStatus(t, id)) === 'in_review';
  try {
    await t.clock.pass(t.clock.now() + shortReview);
    return true;
  } catch (error) {
    if (!(error instanceof Unproven)) throw error;
    return !(await t.eventually(inReview, (still) => !still));
  }
}
