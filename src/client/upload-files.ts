/** Uploads the files of one call: some at once, the next ones hashed meanwhile, and then their chapters. */
import { loadedAfter } from './later.ts';
import { AbortedError } from './no-answer-errors.ts';
import { isNode } from './upload-builtin.ts';
import type { UploadCalls, UploadRun } from './upload-calls.ts';
import type { UploadError } from './upload-error.ts';
import type { BookJournal } from './upload-journal.ts';
import { laneFor } from './upload-lane.ts';
import { uploadOne } from './upload-one-file.ts';
import { planFor, type PlannedFile } from './upload-plan.ts';
import { settingsOf, type UploadOptions } from './upload-options.ts';
import type { UploadResult } from './upload-result.ts';
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
  const plan = await planFor(files);
  endIfAborted(signal);
  const run: UploadRun = {
    ...settings,
    bookId,
    calls,
    journal: await journalFor(bookId, journal),
    // Where files can have threads of their own, several are hashed in the time of one.
    lanes: {
      hash: laneFor(isNode() ? concurrency : 1),
      send: laneFor(concurrency),
      attach: laneFor(1),
    },
    tell: await tellOf(onProgress, calls.time.now),
  };
  const ended = await eachOf(plan, run, concurrency);
  const result = await withChapters(ended, run);
  endIfAborted(signal);
  if (result.ok || settle) return result;
  const { batchError } = await import('./upload-failed.ts');
  throw batchError(result);
}

/** Without a journal, nothing is known and nothing is kept. */
async function journalFor(bookId: string, given: UploadOptions['journal']): Promise<BookJournal> {
  if (given === undefined) return { recall: () => undefined, note: async () => undefined };
  const { openJournal, journalOf } = await import('./upload-journal-file.ts');
  return journalOf(bookId, openJournal(given));
}

async function tellOf(
  onProgress: UploadOptions['onProgress'],
  now: () => number,
): Promise<UploadRun['tell']> {
  if (onProgress === undefined) return () => undefined;
  const { throttled } = await import('./upload-progress.ts');
  return throttled(onProgress, now);
}

/** One more than are sent may be under way: it is hashed, or waits with its hash for its turn. */
async function eachOf(
  plan: readonly PlannedFile[],
  run: UploadRun,
  concurrency: number,
): Promise<UploadResult['files']> {
  const underWay = laneFor(concurrency + 1);
  let hopeless: UploadError | undefined;
  const one = async (planned: PlannedFile): Promise<UploadResult['files'][number]> => {
    const { file, filename, role } = planned;
    try {
      run.options.signal?.throwIfAborted();
      if (hopeless !== undefined) throw hopeless;
      return await uploadOne(planned, run);
    } catch (caught) {
      const { uploadError, failsForAll } = await loadedAfter(caught, import('./upload-failed.ts'));
      const error = uploadError(planned, caught);
      if (failsForAll(error)) hopeless ??= error;
      run.tell({ file, filename, role, stage: 'failed', attempt: 0, bytes: 0, size: 0 });
      return { ok: false, file, filename, role, error };
    }
  };
  return Promise.all(plan.map((planned) => underWay(() => one(planned))));
}

async function withChapters(files: UploadResult['files'], run: UploadRun): Promise<UploadResult> {
  const complete = files.every(({ ok }) => ok);
  if (!complete || !files.some((file) => file.ok && file.chapter !== undefined)) {
    return { ok: complete, files, chapters: [], chaptersError: undefined };
  }
  const { setChapters } = await import('./upload-chapters.ts');
  const set = await setChapters(files, run);
  return { ok: set.chaptersError === undefined, files, ...set };
}

function endIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted !== true) return;
  const cause: unknown = signal.reason;
  throw new AbortedError({ operation: undefined, attempts: 0, cause });
}
