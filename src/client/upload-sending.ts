/** Gets the bytes of one file into the book: asks for a URL, sends, attaches, and starts over where that helps. */
import { failure, stillTheSame, whyChanged, type AnnouncedFile } from './upload-announced.ts';
import { refusalToAttach } from './upload-attach.ts';
import type { UploadRun } from './upload-calls.ts';
import type { UploadError, UploadReason } from './upload-error.ts';
import { freshGrant, noted, type Grant } from './upload-fresh-grant.ts';
import { backoff, pause } from './upload-pause.ts';
import { send, type Sent } from './upload-put.ts';

/** A file the book has now, and what it took. */
export interface Attached {
  readonly fileId: string;
  readonly grants: number;
  readonly attempts: number;
}

/** What happened to one file so far. */
interface Course {
  grants: number;
  attempts: number;
  /** Refusals of the storage without a reason, and of attach although the storage had taken the bytes. */
  unexplained: number;
  grant: Grant | undefined;
}

/** Longer than this is not waited for; the caller is told. */
const longestWaitMs = 120_000;

/** @throws UploadError when the file cannot be uploaded, with the reason */
export async function sendUntilAttached(file: AnnouncedFile, run: UploadRun): Promise<Attached> {
  const course: Course = { grants: 0, attempts: 0, unexplained: 0, grant: undefined };
  for (;;) {
    // A fresh URL is not asked whether it is over: two clocks that differ would tell wrong.
    if (course.grant === undefined || isOver(course.grant, run)) {
      course.grant = await freshGrant(file, run);
      course.grants += 1;
    }
    const { grant } = course;
    course.attempts += 1;
    const sent = await sendOnce({ file, course, grant }, run);
    const { grants, attempts } = course;
    if (mayBeThere(sent)) {
      await noted(file, { reached: 'sent', value: grant.id }, run);
      const refusal = await refusalToAttach(file, grant.id, run);
      if (refusal === undefined) return { fileId: grant.id, grants, attempts };
      refusedOnce(sent, course, () => attachRefused(file, refusal));
      // A URL whose only attempt broke off is as good as before.
      if (sent.verdict !== 'broken') course.grant = undefined;
    }
    if (sent.verdict !== 'stored' && sent.verdict !== 'used') {
      await nextAfter(sent, { file, course, grant }, run);
    }
    if (attempts >= run.maxAttempts) throw notSent(file, sent, `${attempts} attempts failed; `);
  }
}

interface Attempt {
  readonly file: AnnouncedFile;
  readonly course: Course;
  readonly grant: Grant;
}

async function sendOnce({ file, course, grant }: Attempt, run: UploadRun): Promise<Sent> {
  const { role, filename, type, opened, check } = file;
  const { signal } = run.options;
  const attempt = course.attempts;
  const onBytes = (bytes: number): void => {
    const told = { file: file.file, filename, role, stage: 'put', attempt } as const;
    run.tell({ ...told, bytes, size: opened.size });
  };
  onBytes(0);
  const { stallMs, calls } = run;
  const sent = await send(
    { url: grant.url, type, source: opened, check, signal, stallMs, onBytes },
    calls,
  );
  signal?.throwIfAborted();
  // Before anything is made of the answer: a refusal of the storage may come from the change itself.
  await stillTheSame(file, 'put');
  return sent;
}

/** Prepares the next attempt, or throws when there is none to make. */
async function nextAfter(
  sent: Sent,
  { file, course, grant }: Attempt,
  run: UploadRun,
): Promise<void> {
  if (sent.verdict === 'again' || sent.verdict === 'broken') {
    if (course.attempts >= run.maxAttempts) return;
    const asked = sent.retryAfterMs ?? 0;
    if (asked > longestWaitMs) throw notSent(file, sent, `it asks to wait ${asked / 1_000} s; `);
    const wait = Math.max(asked, backoff(course.attempts, run.calls.random));
    await pause(wait, run.calls.time, run.options.signal);
    run.options.signal?.throwIfAborted();
    return;
  }
  if (sent.verdict === 'refused' && !isOver(grant, run)) {
    refusedOnce(sent, course, () => notSent(file, sent, ''));
  } else if (sent.verdict !== 'expired' && sent.verdict !== 'refused') {
    throw notSent(file, sent, '');
  }
  course.grant = undefined;
}

/** Whether to ask attach: it tells, and costs less than to send again what the storage may have. */
function mayBeThere({ verdict, whole }: Sent): boolean {
  return verdict === 'stored' || verdict === 'used' || (verdict === 'broken' && whole === true);
}

/** A second grant may help against a refusal that does not say why; a third would not. */
function refusedOnce(sent: Sent, course: Course, error: () => UploadError): void {
  if (sent.verdict === 'used' || sent.verdict === 'broken') return;
  course.unexplained += 1;
  if (course.unexplained > 1) throw error();
}

function isOver(grant: Grant, { calls }: UploadRun): boolean {
  return grant.expiresAt !== undefined && calls.time.now() >= grant.expiresAt;
}

const reasons: Readonly<Partial<Record<Sent['verdict'], UploadReason>>> = {
  again: 'storage-unreachable',
  broken: 'storage-unreachable',
  changed: 'changed',
  unreadable: 'unreadable',
};

function notSent(file: AnnouncedFile, sent: Sent, before: string): UploadError {
  const { verdict, status, code, why } = sent;
  return failure(file, {
    stage: 'put',
    reason: reasons[verdict] ?? 'storage-refused',
    why: verdict === 'changed' ? whyChanged(why) : `${before}${why}.`,
    storageStatus: status,
    storageCode: code,
  });
}

function attachRefused(file: AnnouncedFile, cause: unknown): UploadError {
  const why = 'the service refused to attach its bytes, twice, although the file is what it was.';
  return failure(file, { stage: 'attach', reason: 'service', why, cause });
}
