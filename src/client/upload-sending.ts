/** Gets the bytes of one file into the book: asks for a URL, sends, attaches, and starts over where that helps. */
import { loadedAfter } from './later.ts';
import { stillTheSame, type AnnouncedFile } from './upload-announced.ts';
import { refusalToAttach } from './upload-attach.ts';
import type { UploadRun } from './upload-calls.ts';
import { freshGrant, isOver, markOf, type Grant } from './upload-fresh-grant.ts';
import { send, type Sent } from './upload-put.ts';
import { Setback } from './upload-setback.ts';

/** A file the book has now, and what it took. */
export interface Attached {
  readonly fileId: string;
  readonly grants: number;
  readonly attempts: number;
}

/** What happened to one file so far. */
export interface Course {
  grants: number;
  attempts: number;
  /** Refusals of the storage without a reason, and of attach although the storage had taken the bytes. */
  unexplained: number;
  grant: Grant | undefined;
}

/** @throws Setback when the file cannot be uploaded, with the reason */
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
    const attempt = { file, course, grant };
    const sent = await sendOnce(attempt, run);
    let refusal: unknown;
    if (mayBeThere(sent)) {
      await run.journal.note({ of: markOf(file), reached: 'sent', value: grant.id });
      refusal = await refusalToAttach(file, grant.id, run);
      if (refusal === undefined) {
        return { fileId: grant.id, grants: course.grants, attempts: course.attempts };
      }
    }
    const failure = new Setback({ stage: 'put', reason: 'storage-unreachable', why: sent.why });
    const { prepareNext } = await loadedAfter(failure, import('./upload-next-attempt.ts'));
    await prepareNext({ ...attempt, sent, refusal }, run);
  }
}

/** One attempt, as it stands among the others. */
export interface Attempt {
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

/** Whether to ask attach: it tells, and costs less than to send again what the storage may have. */
function mayBeThere({ verdict, whole }: Sent): boolean {
  return verdict === 'stored' || verdict === 'used' || (verdict === 'broken' && whole === true);
}
