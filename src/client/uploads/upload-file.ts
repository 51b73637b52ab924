/** Uploads one file: from its source to the book, or found there already. */
import type { UploadedToBook } from '../errors/index.ts';
import { announceFile, type AnnouncedFile } from './announce-file.ts';
import { attachFile } from './attach-file.ts';
import type { PlannedFile } from './plan.ts';
import { sendAndAttach, type AttachedFile } from './send-file.ts';
import { keyOf, reportStage, type UploadRun } from './upload-run.ts';

/** @throws FileStopped with how far the file got, or the reason of the signal that ended it */
export async function uploadFile(planned: PlannedFile, run: UploadRun): Promise<UploadedToBook> {
  // Opened in the limiter too, so that files are sent in the order in which they were given.
  const file = await run.limiters.hash.run(async () => announceFile(planned, run));
  try {
    const attached = await run.limiters.send.run(async () => resumeOrSend(file, run));
    const { role, filename, chapter, sha256, opened } = file;
    const { size } = opened;
    const { attempts } = attached;
    reportStage(file, run, { stage: 'done', attempt: attempts, bytes: size });
    return { ok: true, file: file.file, role, filename, ...attached, sha256, size, chapter };
  } finally {
    await file.opened.close();
  }
}

/**
 * Continues where the journal ends. Whether bytes that were on their way arrived is not known, and attaching tells:
 * the service takes the file if they did, and refuses it if they did not.
 */
async function resumeOrSend(file: AnnouncedFile, run: UploadRun): Promise<AttachedFile> {
  run.options.signal?.throwIfAborted();
  const known = run.journal.recall(keyOf(file));
  const earlier = known && { fileId: known.value, grants: 0, attempts: 0 };
  if (earlier !== undefined && known?.reached === 'attached') return earlier;
  const resumed =
    earlier !== undefined && (await attachFile(file, earlier.fileId, run)) === undefined;
  const attached = resumed ? earlier : await sendAndAttach(file, run);
  await run.journal.note({ of: keyOf(file), reached: 'attached', value: attached.fileId });
  return attached;
}
