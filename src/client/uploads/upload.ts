/** The `upload` call: uploads files with progress, attaches them to a book and sets their chapters. */
import type { Chapter } from '../contract.ts';
import {
  isDistributionError,
  UploadBatchError,
  UploadError,
  type FileFailure,
  type UploadResult,
} from '../errors/index.ts';
import type { FileToUpload } from '../files/index.ts';
import {
  createCall,
  createLimiter,
  createRecorder,
  runWithin,
  type MultiCallPromise,
  ignoreErrors,
} from '../transport/index.ts';
import { listFailure, openBookJournal, readNotes, type JournalNote } from './journal.ts';
import { planFiles, type PlannedFile } from './plan.ts';
import { uploadFile } from './send-file.ts';
import {
  readSettings,
  type FileRun,
  type UploadDependencies,
  type UploadOptions,
  type UploadProgress,
  type UploadRun,
  type UploadSettings,
} from './upload-run.ts';

export interface UploadCalls {
  /**
   * Uploads files, attaches them to the book, and sets the chapters that were given with them. The book becomes a draft
   * again.
   *
   * Each file is hashed, sent to its own URL without the key, and attached. The service then compares the hash. A
   * broken attempt is repeated, and an expired URL is replaced. A file that changes meanwhile is not attached. Once all
   * files are attached, one update sets the chapters. With a `journal`, the same call after a crash does only the
   * remaining steps.
   *
   * @throws TypeError before anything is sent, for a file without a name, type or source, and for invalid chapters
   * @throws UploadBatchError if a file was not uploaded or the chapters were refused; its `result` has an UploadError
   *   for each failed file, and the other files are attached
   * @throws AbortedError if the signal aborted, TimeoutError if `deadlineMs` was over
   * @see document: Endpoints, 5 to 8 and note 3; Chapter; States and transitions
   * @example
   * await distribution.books.upload(id, [
   *   { role: 'audio_content', path: 'one.mp3', chapter: { sequence: 1, title: 'One' } },
   *   { role: 'audio_cover', path: 'cover.jpg' },
   * ], { journal: 'upload.journal' });
   */
  readonly upload: (
    id: string,
    files: readonly FileToUpload[],
    options?: UploadOptions,
  ) => MultiCallPromise<UploadResult>;
}

/** Uploads planned files, with settings that were read already. */
export type RunUpload = (
  upload: {
    readonly bookId: string;
    readonly plan: readonly PlannedFile[];
    readonly notes: readonly JournalNote[];
  } & Pick<UploadRun, 'record' | 'signal'>,
  settings: UploadSettings,
) => Promise<UploadResult>;

/** @returns the call, and its part that flows use */
export function createUploadCalls(dependencies: UploadDependencies): {
  readonly upload: UploadCalls['upload'];
  readonly runUpload: RunUpload;
} {
  // Retries of PUTs do not use up the retry budget for the service.
  const context = { ...dependencies.context, budget: { capacity: Infinity, tokens: Infinity } };
  const runUpload: RunUpload = async ({ plan, notes, ...upload }, settings) => {
    const { bookId, signal } = upload;
    const run: UploadRun = {
      ...dependencies,
      ...settings,
      ...upload,
      context,
      options: { ...settings.options, signal },
      journal: openBookJournal(bookId, settings.journal, notes),
      grantedFiles: new Map(),
      attachLimiter: createLimiter(1),
    };
    const { onProgress: listener } = settings;
    const sizes = await readSizes(plan);
    // Nothing is reported once the call has ended.
    const onProgress =
      listener && ((progress: UploadProgress) => signal.aborted || listener(progress));
    const files = await uploadEach(plan, run, { sizes, onProgress });
    const result = await setChapters(files, run);
    if (!result.ok) throw new UploadBatchError(result);
    return result;
  };
  return {
    runUpload,
    upload: (bookId, files, options = {}) =>
      createCall(() => {
        const settings = readSettings(options, dependencies.limits);
        const plan = planFiles(files);
        const { record, collect } = createRecorder();
        return runWithin(context.time, settings, async (signal) => {
          const notes = await readNotes(settings.journal, plan);
          return collect(await runUpload({ bookId, plan, notes, record, signal }, settings));
        });
      }),
  };
}

async function uploadEach(
  plan: readonly PlannedFile[],
  run: UploadRun,
  { sizes, onProgress }: Pick<UploadSettings, 'onProgress'> & Pick<FileRun, 'sizes'>,
) {
  const limiter = createLimiter(run.concurrency);
  const createReport = createReporter(sizes, onProgress);
  let firstFatalError: UploadError | undefined;
  const uploadOne = async (plannedFile: PlannedFile): Promise<UploadResult['files'][number]> => {
    const fail = (failure: FileFailure): never => {
      throw new UploadError(plannedFile, failure);
    };
    const report = createReport(plannedFile);
    try {
      if (firstFatalError === undefined) {
        return await uploadFile({ ...run, ...plannedFile, sizes, report, fail });
      }
      const why = `it was not started, because ${firstFatalError.filename} failed`;
      return fail({ stage: 'read', reason: 'not-started', why });
    } catch (cause) {
      const why = 'it failed, see the cause';
      const error =
        cause instanceof UploadError
          ? cause
          : new UploadError(plannedFile, { stage: 'read', reason: 'unreadable', why, cause });
      if (isFatal(error)) firstFatalError ??= error;
      report('failed', 0, 0);
      return listFailure(error);
    }
  };
  return Promise.all(plan.map((plannedFile) => limiter.run(() => uploadOne(plannedFile))));
}

/** Returns true for a failure that affects every file: the key is not accepted, or the book does not exist. */
function isFatal({ stage, cause }: UploadError): boolean {
  if (!isDistributionError(cause)) return false;
  return cause.status === 401 || (stage === 'grant' && cause.status === 404);
}

/**
 * Sets all chapters in one update once all files are attached, because the document does not say what happens to
 * chapters that an update does not mention. An update that succeeded in an earlier call is not repeated, because it would
 * turn a published book into a draft.
 */
async function setChapters(
  files: UploadResult['files'],
  { bookId, calls, journal, options, record }: UploadRun,
): Promise<UploadResult> {
  const ok = files.every((file) => file.ok);
  const result = { ok, files, chapters: [], chaptersError: undefined };
  const chapters = sortChapters(
    files.flatMap((file) =>
      file.ok && file.chapter !== undefined ? [{ ...file.chapter, fileId: file.fileId }] : [],
    ),
  );
  if (!ok || chapters.length === 0) return result;
  const note = { of: 'chapters', reached: 'set', value: JSON.stringify(chapters) } as const;
  try {
    if (journal.recall('chapters')?.value !== note.value) {
      await record(calls.update(bookId, { chapters }, options));
      await journal.save(note);
    }
    return { ...result, chapters };
  } catch (chaptersError) {
    return { ...result, ok: false, chaptersError };
  }
}

export function sortChapters(chapters: readonly Chapter[]): Chapter[] {
  return chapters.toSorted((a, b) => a.sequence - b.sequence);
}

/** Returns the size of each file in bytes; 0 for a file that cannot be opened, which its upload will report. */
async function readSizes(plan: readonly PlannedFile[]): Promise<number[]> {
  const readSize = async ({ source }: PlannedFile) => (await source.open()).size;
  return Promise.all(plan.map((file) => readSize(file).catch(() => 0)));
}

/**
 * Creates the function that creates the `report` of a file.
 * @param sizes those of all files, which an upload corrects when it opens a file
 */
function createReporter(
  sizes: readonly number[],
  onProgress: ((progress: UploadProgress) => unknown) | undefined,
) {
  const sentBytes = sizes.map(() => 0);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  let filesDone = 0;
  return ({ file, filename, role }: PlannedFile): FileRun['report'] =>
    (stage, attempt, bytes) => {
      const size = sizes[file] ?? 0;
      if (stage === 'done') filesDone += 1;
      if (stage === 'put' || stage === 'done') sentBytes[file] = bytes;
      if (onProgress === undefined) return;
      const total = { files: sizes.length, filesDone, bytes: sum(sentBytes), size: sum(sizes) };
      ignoreErrors(() => onProgress({ file, filename, role, stage, attempt, bytes, size, total }));
    };
}
