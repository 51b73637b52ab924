/** Waits for reviews that end within seconds. */
import { Unproven } from '../../../src/harness/evidence/index.ts';
import { oncePerRun, type Stage } from '../../../src/harness/stage/index.ts';
import { statusNow } from './steps.ts';

/** Milliseconds within which a review is worth waiting for. */
const shortReview = 11_000;

/** True if books of this run left review during the wait. */
const reviews = oncePerRun(async (): Promise<{ end: boolean }> => Promise.resolve({ end: true }));

/** Waits for a book to leave review, unless an earlier one of the run did not. */
export async function awaitReview(t: Stage, id: string): Promise<void> {
  const inReview = async (): Promise<boolean> => (await statusNow(t, id)) === 'in_review';
  const known = await reviews(t);
  if (!known.end) return;
  try {
    await t.clock.pass(t.clock.now() + shortReview);
  } catch (error) {
    if (!(error instanceof Unproven)) throw error;
    known.end = !(await t.eventually(inReview, (still) => !still));
  }
}
