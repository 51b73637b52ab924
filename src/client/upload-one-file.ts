/** One file from its source to the book: read, hashed, sent, attached; or found attached already. */
import { announced, type AnnouncedFile } from './upload-announced.ts';
import { loadedAfter } from './later.ts';
import { refusalToAttach } from './upload-attach.ts';
import type { UploadRun } from './upload-calls.ts';
import { markOf } from './upload-fresh-grant.ts';
import type { PlannedFile } from './upload-plan.ts';
import type { UploadedToBook } from './upload-result.ts';
import { sendUntilAttached, type Attached } from './upload-sending.ts';
import type { OpenSource } from './upload-source.ts';

/** @throws Setback with how far it came, or the reason of the signal that ended it */
export async function uploadOne(planned: PlannedFile, run: UploadRun): Promise<UploadedToBook> {
  // Opened within the lane too, so that files are sent in the order they were given.
  const file = await run.lanes.hash(() => openAndHash(planned, run));
  try {
    const attached = await run.lanes.send(() => resumedOrSent(file, run));
    const { role, filename, chapter, sha256, opened } = file;
    const told = { file: file.file, filename, role };
    const { size } = opened;
    run.tell({ ...told, stage: 'done', attempt: attached.attempts, bytes: size, size });
    return { ok: true, ...told, ...attached, sha256, size, chapter };
  } finally {
    await file.opened.close();
  }
}

async function openAndHash(planned: PlannedFile, run: UploadRun): Promise<AnnouncedFile> {
  run.options.signal?.throwIfAborted();
  const opened = await open(planned);
  try {
    return await announced(planned, opened, run);
  } catch (error) {
    await opened.close();
    throw error;
  }
}

async function open(planned: PlannedFile): Promise<OpenSource> {
  try {
    return await planned.source.open();
  } catch (error) {
    const { notOpened } = await loadedAfter(error, import('./upload-file-setbacks.ts'));
    throw notOpened(error);
  }
}

/**
 * Goes on where the journal ends. Whether bytes that were on their way arrived is not known, and attaching
 * tells: the service takes the file if they did, and refuses it if they did not.
 */
async function resumedOrSent(file: AnnouncedFile, run: UploadRun): Promise<Attached> {
  run.options.signal?.throwIfAborted();
  const known = run.journal.recall(markOf(file));
  const there = known && { fileId: known.value, grants: 0, attempts: 0 };
  if (there !== undefined && known?.reached === 'attached') return there;
  const attached =
    there !== undefined && (await refusalToAttach(file, there.fileId, run)) === undefined
      ? there
      : await sendUntilAttached(file, run);
  await run.journal.note({ of: markOf(file), reached: 'attached', value: attached.fileId });
  return attached;
}
