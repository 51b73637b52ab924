/** Opens a file, reads it for its hash, and notices when it changes. */
import { codeOf, explainChange, explainUnreadable, stopFile } from './file-stopped.ts';
import type { PlannedFile } from './plan.ts';
import { createSha256, type OpenSource } from '../files/index.ts';
import { reportStage, type UploadRun } from './upload-run.ts';

/** A file with everything that is announced of it. */
export interface AnnouncedFile extends PlannedFile {
  readonly opened: OpenSource;
  readonly sha256: string;
  /** The hash again, when the bytes must be checked while they are sent because nothing else would tell. */
  readonly check: string | undefined;
  readonly version: string | undefined;
}

/** @throws FileStopped when the file cannot be read or changes meanwhile */
export async function announceFile(planned: PlannedFile, run: UploadRun): Promise<AnnouncedFile> {
  run.options.signal?.throwIfAborted();
  const opened = await planned.source.open().catch((error: unknown) => {
    const why = `it could not be opened${codeOf(error)}.`;
    const irregular = error instanceof TypeError ? 'it is not a regular file.' : why;
    return stopFile({ stage: 'read', reason: 'unreadable', why: irregular });
  });
  try {
    const version = await readVersion(opened);
    const sha256 = planned.sha256 ?? (await hashFile(planned, opened, run));
    const unchecked = planned.sha256 === undefined && version !== undefined;
    const file = { ...planned, opened, sha256, version, check: unchecked ? undefined : sha256 };
    if (planned.sha256 === undefined) await checkUnchanged(file, 'hash');
    return file;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

async function hashFile(planned: PlannedFile, opened: OpenSource, run: UploadRun): Promise<string> {
  const { signal } = run.options;
  const { size } = opened;
  const hasher = createSha256();
  let bytes = 0;
  try {
    for await (const piece of opened.pieces(true)) {
      signal?.throwIfAborted();
      hasher.update(piece);
      bytes += piece.byteLength;
      reportStage({ ...planned, opened }, run, { stage: 'hash', attempt: 0, bytes });
    }
  } catch (error) {
    signal?.throwIfAborted();
    return stopFile({ stage: 'hash', reason: 'unreadable', why: explainUnreadable(error) });
  }
  if (bytes === size) return hasher.hex();
  const how = `it has ${bytes} bytes instead of ${size}`;
  // More bytes than its size is what Node says of a large file's Blob.
  const why = bytes > size ? `${how}. Give a large file by its path.` : explainChange(how);
  return stopFile({ stage: 'hash', reason: 'changed', why });
}

async function readVersion({ version }: OpenSource): Promise<string | undefined> {
  return version?.().catch(() => {
    const why = explainChange('it is no longer there');
    return stopFile({ stage: 'read', reason: 'changed', why });
  });
}

/** @throws FileStopped when the file is not the one it was, as far as it can tell */
export async function checkUnchanged(file: AnnouncedFile, stage: 'hash' | 'put'): Promise<void> {
  if ((await readVersion(file.opened)) === file.version) return;
  stopFile({ stage, reason: 'changed', why: explainChange('it is not what it was before') });
}
