/** Uploads the files of one call: some at once, the next one hashed meanwhile, and then their chapters. */
import type { Chapter } from './book.ts';
import { chaptersFromUploads } from './chapters-from-uploads.ts';
import { isDistributionError } from './errors.ts';
import { AbortedError } from './no-answer-errors.ts';
import type { UploadCalls, UploadRun } from './upload-calls.ts';
import { UploadBatchError, UploadError } from './upload-error.ts';
import { openJournal } from './upload-journal-file.ts';
import { journalOf } from './upload-journal.ts';
import { laneFor } from './upload-lane.ts';
import { uploadOne } from './upload-one-file.ts';
import { planFor, type PlannedFile } from './upload-plan.ts';
import { throttled } from './upload-progress.ts';
import { settingsOf, type UploadOptions } from './upload-options.ts';
import type { NotUploaded, UploadedToBook, UploadResult } from './upload-result.ts';
import type { FileToUpload } from './upload-source.ts';

/** The book and its files. */
export interface Batch {
  readonly bookId: string;
  readonly files: readonly FileToUpload[];
}

/** What `books.upload` does; see there. */
export async function uploadFiles(
  calls: UploadCalls,
  { bookId, files }: Batch,
  given: UploadOptions,
): Promise<UploadResult> {
  const { concurrency, settle, journal, onProgress, ...settings } = settingsOf(given);
  const { signal } = settings.options;
  const plan = planFor(files);
  endIfAborted(signal);
  const run: UploadRun = {
    ...settings,
    bookId,
    calls,
    journal: await journalOf(bookId, openJournal(journal)),
    lanes: { hash: laneFor(1), send: laneFor(concurrency), attach: laneFor(1) },
    tell: throttled(onProgress, calls.time.now),
  };
  const ended = await eachOf(plan, run, concurrency);
  endIfAborted(signal);
  const result = await withChapters(ended, run);
  endIfAborted(signal);
  if (result.ok || settle) return result;
  throw new UploadBatchError(
    result,
    result.files.find((file) => !file.ok)?.error ?? result.chaptersError,
  );
}

/** One more than are sent may be under way: that one is hashed, or waits with its hash for its turn. */
async function eachOf(
  plan: readonly PlannedFile[],
  run: UploadRun,
  concurrency: number,
): Promise<readonly (UploadedToBook | NotUploaded)[]> {
  const underWay = laneFor(concurrency + 1);
  let hopeless: UploadError | undefined;
  const one = async (planned: PlannedFile): Promise<UploadedToBook | NotUploaded> => {
    const { file, filename, role } = planned;
    try {
      run.options.signal?.throwIfAborted();
      if (hopeless !== undefined) throw notBegun(planned, hopeless);
      return await uploadOne(planned, run);
    } catch (caught) {
      const error = caught instanceof UploadError ? caught : unforeseen(planned, caught);
      if (failsForAll(error)) hopeless ??= error;
      run.tell({ file, filename, role, stage: 'failed', attempt: 0, bytes: 0, size: 0 });
      return { ok: false, file, filename, role, error };
    }
  };
  return Promise.all(plan.map((planned) => underWay(() => one(planned))));
}

/** A key that is not accepted, or a book that does not exist, is the same for every file. */
function failsForAll({ stage, cause }: UploadError): boolean {
  if (!isDistributionError(cause)) return false;
  return cause.status === 401 || (stage === 'grant' && cause.status === 404);
}

function notBegun(
  { file, filename, role }: PlannedFile,
  { filename: other }: UploadError,
): UploadError {
  const why = `it was not begun, since ${other} failed with what would fail all.`;
  return new UploadError({ file, filename, role, stage: 'read', reason: 'not-begun', why });
}

function unforeseen({ file, filename, role }: PlannedFile, cause: unknown): UploadError {
  const why = 'it broke off, see the cause.';
  return new UploadError({ file, filename, role, stage: 'read', reason: 'unreadable', why, cause });
}

/**
 * Sets the chapters that were given with the files, all at once and only when all files are there: what
 * becomes of chapters that an update does not mention is not shown (document: Endpoints, note 2).
 */
async function withChapters(
  files: readonly (UploadedToBook | NotUploaded)[],
  run: UploadRun,
): Promise<UploadResult> {
  const complete = files.every(({ ok }) => ok);
  const chapters = complete ? chaptersFromUploads({ files }) : [];
  const error = chapters.length === 0 ? undefined : await refusalToSet(chapters, run);
  const result = { ok: complete && error === undefined, files, chaptersError: error };
  return { ...result, chapters: error === undefined ? chapters : [] };
}

/** A call that went through before is not made again: it would turn a published book into a draft. */
async function refusalToSet(chapters: readonly Chapter[], run: UploadRun): Promise<unknown> {
  const note = { of: 'chapters', reached: 'set', value: JSON.stringify(chapters) } as const;
  if (run.journal.recall('chapters')?.value === note.value) return undefined;
  try {
    await run.calls.update(run.bookId, { chapters: [...chapters] }, run.options);
    await run.journal.note(note);
    return undefined;
  } catch (error) {
    return error;
  }
}

function endIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted !== true) return;
  const cause: unknown = signal.reason;
  throw new AbortedError({ operation: undefined, attempts: 0, cause });
}
