/** Decides, after an attempt that did not bring the bytes into the book, what the next one begins with. */
import type { UploadRun } from './upload-calls.ts';
import type { UploadReason } from './upload-error.ts';
import { isOver } from './upload-fresh-grant.ts';
import { backoff, pause } from './upload-pause.ts';
import type { Sent } from './upload-put.ts';
import type { Attempt, Course } from './upload-sending.ts';
import { Setback, whyChanged } from './upload-setback.ts';

/** An attempt with what the storage answered, and the service where it was asked to attach. */
export interface Failed extends Attempt {
  readonly sent: Sent;
  readonly refusal: unknown;
}

/** Longer than this is not waited for; the caller is told. */
const longestWaitMs = 120_000;

/**
 * Waits where that helps, and drops a URL that is of no more use.
 * @throws Setback when there is no attempt left to make
 */
export async function prepareNext(failed: Failed, run: UploadRun): Promise<void> {
  const { sent, refusal, course } = failed;
  if (refusal !== undefined) {
    refusedOnce(sent, course, () => attachRefused(refusal));
    // A URL whose only attempt broke off is as good as before.
    if (sent.verdict !== 'broken') course.grant = undefined;
  }
  if (sent.verdict !== 'stored' && sent.verdict !== 'used') await nextAfter(failed, run);
  const { attempts } = course;
  if (attempts >= run.maxAttempts) throw notSent(sent, `${attempts} attempts failed; `);
}

async function nextAfter({ sent, course, grant }: Failed, run: UploadRun): Promise<void> {
  if (sent.verdict === 'again' || sent.verdict === 'broken') {
    if (course.attempts >= run.maxAttempts) return;
    const asked = sent.retryAfterMs ?? 0;
    if (asked > longestWaitMs) throw notSent(sent, `it asks to wait ${asked / 1_000} s; `);
    const wait = Math.max(asked, backoff(course.attempts, run.calls.random));
    await pause(wait, run.calls.time, run.options.signal);
    run.options.signal?.throwIfAborted();
    return;
  }
  if (sent.verdict === 'refused' && !isOver(grant, run)) {
    refusedOnce(sent, course, () => notSent(sent, ''));
  } else if (sent.verdict !== 'expired' && sent.verdict !== 'refused') {
    throw notSent(sent, '');
  }
  course.grant = undefined;
}

/** A second grant may help against a refusal that does not say why; a third would not. */
function refusedOnce(sent: Sent, course: Course, error: () => Setback): void {
  if (sent.verdict === 'used' || sent.verdict === 'broken') return;
  course.unexplained += 1;
  if (course.unexplained > 1) throw error();
}

const reasons: Readonly<Partial<Record<Sent['verdict'], UploadReason>>> = {
  again: 'storage-unreachable',
  broken: 'storage-unreachable',
  changed: 'changed',
  unreadable: 'unreadable',
};

function notSent(sent: Sent, before: string): Setback {
  const { verdict, status, code, why } = sent;
  return new Setback({
    stage: 'put',
    reason: reasons[verdict] ?? 'storage-refused',
    why: verdict === 'changed' ? whyChanged(why) : `${before}${why}.`,
    storageStatus: status,
    storageCode: code,
  });
}

function attachRefused(cause: unknown): Setback {
  const why = 'the service refused to attach its bytes, twice, although the file is what it was.';
  return new Setback({ stage: 'attach', reason: 'service', why, cause });
}
