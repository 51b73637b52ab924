/** Attaches a file to the book. */
import { isDistributionError, type FileFailure } from '../errors/index.ts';
import type { AnnouncedFile } from './announce-file.ts';
import { stopFile } from './file-stopped.ts';
import { reportStage, type UploadRun } from './upload-run.ts';

/** Refusals that say something about the file; after any other, a later call may well attach it. */
const fileRefusals = new Set([400, 404, 409, 410, 412, 422]);

/**
 * Attaches, one file of a call at a time: the document allows parallel uploads and says nothing of attaching. The
 * service compares the bytes, so its answer settles what nothing else does.
 *
 * @returns undefined once the book has the file, otherwise the service's refusal
 * @throws FileStopped when the call failed in another way, so that it is not known
 */
export async function attachFile(
  file: AnnouncedFile,
  fileId: string,
  run: UploadRun,
): Promise<unknown> {
  const { filename, sha256: hashSha256, opened } = file;
  const { bookId, calls, options, record } = run;
  return run.limiters.attach.run(async () => {
    reportStage(file, run, { stage: 'attach', attempt: 0, bytes: opened.size });
    try {
      await record(calls.attach(bookId, { fileId, filename, hashSha256 }, options));
      return undefined;
    } catch (error) {
      const status = isDistributionError(error) ? error.status : undefined;
      if (status !== undefined && fileRefusals.has(status)) return error;
      return stopFile(notAttached(error));
    }
  });
}

function notAttached(cause: unknown): FileFailure {
  const why =
    'the bytes were sent, but attaching them failed. A call with a journal continues from here.';
  return { stage: 'attach', reason: 'service', why, cause };
}
