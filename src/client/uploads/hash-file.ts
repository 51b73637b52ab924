/** Opens a file, reads it for its hash, and notices when it changes. */
import { createSha256, type OpenSource } from '../files/index.ts';
import type { PlannedFile } from './plan.ts';
import {
  codeOf,
  explainChange,
  explainUnreadable,
  reportStage,
  stopFile,
  type UploadRun,
} from './upload-run.ts';

/** An open file with everything that is announced of it. */
export interface HashedFile extends PlannedFile {
  readonly opened: OpenSource;
  readonly sha256: string;
  /** The hash again, when the bytes must be checked while they are sent because nothing else would tell. */
  readonly check: string | undefined;
}

/** @throws UploadError when the file cannot be read or changes meanwhile */
export async function openAndHash(planned: PlannedFile, run: UploadRun): Promise<HashedFile> {
  run.options.signal.throwIfAborted();
  const opened = await planned.source.open().catch((error: unknown) => {
    const irregular = error instanceof TypeError ? 'it is not a regular file.' : undefined;
    const why = irregular ?? `it could not be opened${codeOf(error)}.`;
    return stopFile(planned, { stage: 'read', reason: 'unreadable', why });
  });
  const sha256 = planned.sha256 ?? (await hashFile({ ...planned, opened }, run));
  const unsure = planned.sha256 !== undefined || opened.hasChanged === undefined;
  const file = { ...planned, opened, sha256, check: unsure ? sha256 : undefined };
  await checkUnchanged(file, 'hash');
  return file;
}

async function hashFile(
  file: PlannedFile & { readonly opened: OpenSource },
  run: UploadRun,
): Promise<string> {
  const { signal } = run.options;
  const { size, pieces } = file.opened;
  const hasher = createSha256();
  let bytes = 0;
  try {
    for await (const piece of pieces()) {
      signal.throwIfAborted();
      hasher.update(piece);
      bytes += piece.byteLength;
      reportStage(file, run, { stage: 'hash', attempt: 0, bytes });
    }
  } catch (error) {
    signal.throwIfAborted();
    const why = explainUnreadable(error);
    return stopFile(file, { stage: 'hash', reason: 'unreadable', why });
  }
  if (bytes === size) return hasher.hex();
  const how = `it has ${bytes} bytes instead of ${size}`;
  // More bytes than its size is what Node says of a large file's Blob.
  const why = bytes > size ? `${how}. Give a large file by its path.` : explainChange(how);
  return stopFile(file, { stage: 'hash', reason: 'changed', why });
}

/** @throws UploadError when the file is not the one it was, as far as it can tell */
export async function checkUnchanged(file: HashedFile, stage: 'hash' | 'put'): Promise<void> {
  if ((await file.opened.hasChanged?.()) !== true) return;
  stopFile(file, { stage, reason: 'changed', why: explainChange('it is not what it was before') });
}
