/** Attaches a file that was sent. The service compares the bytes, so its answer settles what no other does. */
import { loadedAfter } from './later.ts';
import type { AnnouncedFile } from './upload-announced.ts';
import type { UploadRun } from './upload-calls.ts';

/**
 * Attaches, one file of a call at a time: the document lets files be uploaded in parallel, and does not say
 * so of attaching.
 *
 * @returns undefined once the book has the file, else the service's refusal
 * @throws Setback when the call failed otherwise, so that it is not known
 */
export async function refusalToAttach(
  file: AnnouncedFile,
  fileId: string,
  run: UploadRun,
): Promise<unknown> {
  const { bookId, calls, options, lanes } = run;
  const { filename, role, sha256: hashSha256, opened } = file;
  return lanes.attach(async () => {
    const told = { file: file.file, filename, role, size: opened.size, bytes: opened.size };
    run.tell({ ...told, stage: 'attach', attempt: 0 });
    try {
      await calls.attach(bookId, { fileId, filename, hashSha256 }, options);
      return undefined;
    } catch (error) {
      const { settled } = await loadedAfter(error, import('./upload-attach-refused.ts'));
      return settled(error, fileId, run);
    }
  });
}
