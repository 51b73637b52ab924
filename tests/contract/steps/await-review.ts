/** Waits for the end of reviews that take only seconds. */
import { Unproven } from '../../../src/harness/evidence/index.ts';
import { type Book, oncePerRun, type Stage } from '../../../src/harness/stage/index.ts';
import { fetchStatus } from './steps.ts';

/** The longest review to wait for, in milliseconds. */
const maxReviewMs = 11_000;

/** Holds the result of the first wait of this run: whether that review ended in time. Empty before the wait. */
const getFirstReview = oncePerRun(async (): Promise<{ hasEnded?: Promise<boolean> }> =>
  Promise.resolve({}),
);

/**
 * Waits for a book to leave review. Once a first book has not left it in time, further calls do not wait.
 * @returns false if the book is probably still in review
 */
export async function awaitReview(t: Stage, id: string): Promise<boolean> {
  const firstReview = await getFirstReview(t);
  if (firstReview.hasEnded !== undefined && !(await firstReview.hasEnded)) return false;
  const hasEnded = waitForReviewEnd(t, id);
  firstReview.hasEnded ??= hasEnded.catch(() => false);
  return hasEnded;
}

async function waitForReviewEnd(t: Stage, id: string): Promise<boolean> {
  const isInReview = async (): Promise<boolean> => (await fetchStatus(t, id)) === 'in_review';
  if (t.target.endReview !== undefined && (await isInReview())) await t.target.endReview(id);
  try {
    await t.clock.pass(t.clock.now() + maxReviewMs);
    return true;
  } catch (error) {
    if (!(error instanceof Unproven)) throw error;
    return !(await t.eventually(isInReview, (stillInReview) => !stillInReview));
  }
}

/** Publishes a draft and updates it, which returns it to draft. The end of that review must not publish it. */
export async function interruptReview(t: Stage, { id }: Book): Promise<void> {
  await t.ask.update(id, { isFinalVersion: true });
  await t.ask.publish(id);
  await t.ask.update(id, { subtitle: 'Changed during its review' });
  await awaitReview(t, id);
  await t.ask.read(id);
}
