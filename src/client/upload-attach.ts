/** Attaches a file that was sent. The service compares the bytes, so its answer settles what no other does. */
import { isDistributionError } from './errors.ts';
import type { UploadRun } from './upload-calls.ts';
import { failure, type AnnouncedFile } from './upload-announced.ts';

/** Refusals that say something of the file; with any other, the file may well be attached by a later call. */
const refusals = new Set([400, 404, 409, 410, 412, 422]);

/**
 * Attaches, one file of a call at a time: the document lets files be uploaded in parallel, and does not say
 * so of attaching. A refusal may answer a second attempt of which the first was lost: hence the look.
 *
 * @returns undefined once the book has the file, else the service's refusal
 * @throws UploadError when the call failed otherwise, so that it is not known
 */
export async function refusalToAttach(
  file: AnnouncedFile,
  fileId: string,
  run: UploadRun,
): Promise<unknown> {
  const { bookId, calls, options, lanes } = run;
  const { filename, role, sha256: hashSha256, opened } = file;
  try {
    return await lanes.attach(async () => {
      const told = { file: file.file, filename, role, size: opened.size, bytes: opened.size };
      run.tell({ ...told, stage: 'attach', attempt: 0 });
      try {
        await calls.attach(bookId, { fileId, filename, hashSha256 }, options);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        return (await bookHas(fileId, run)) ? undefined : error;
      }
      return undefined;
    });
  } catch (error) {
    const why =
      'the bytes were sent, but attaching them failed. A call with a journal goes on from here.';
    throw failure(file, { stage: 'attach', reason: 'service', why, cause: error });
  }
}

function isRefusal(error: unknown): boolean {
  return isDistributionError(error) && error.status !== undefined && refusals.has(error.status);
}

/** The fields of an entry are not shown (document: Book), so the id is looked for in all of them. */
async function bookHas(fileId: string, { bookId, calls, options }: UploadRun): Promise<boolean> {
  const book = await calls.get(bookId, options);
  return JSON.stringify(book.attributes.files ?? []).includes(JSON.stringify(fileId));
}
