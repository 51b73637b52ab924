/** Opens a file, computes its hash, and detects changes. */
import { createSha256, hashBlob, type OpenSource } from '../files/index.ts';
import {
  changedLength,
  explainChange,
  explainUnreadable,
  formatCode,
  type FileRun,
  type HashedFile,
} from './upload-run.ts';

/** @throws UploadError if the file cannot be read, or changes meanwhile */
export async function openAndHash(run: FileRun): Promise<HashedFile> {
  run.signal.throwIfAborted();
  const openSource = await run.source.open().catch((error: unknown) => {
    const problem = error instanceof TypeError ? 'is not a regular file' : 'could not be opened';
    const why = `it ${problem}${formatCode(error)}.`;
    return run.fail({ stage: 'read', reason: 'unreadable', why });
  });
  const { file, filename, role } = run;
  const report: FileRun['report'] = (stage, attempt, bytes) =>
    run.onProgress?.({ file, filename, role, stage, attempt, bytes, size: openSource.size });
  const sha256 = run.sha256 ?? (await hashFile({ ...run, report }, openSource));
  const needsCheck = run.sha256 !== undefined || openSource.hasChanged === undefined;
  const expectedHash = needsCheck ? sha256 : undefined;
  const hashedFile = { ...run, report, openSource, sha256, expectedHash };
  await checkUnchanged(hashedFile, 'hash');
  return hashedFile;
}

async function hashFile(run: FileRun, { size, pieces, blob }: OpenSource): Promise<string> {
  const hasher = createSha256();
  let bytes = 0;
  try {
    if (hasher === undefined) return await hashBlob(await blob());
    for await (const piece of pieces(true)) {
      run.signal.throwIfAborted();
      hasher.update(piece);
      bytes += piece.byteLength;
      run.report('hash', 0, bytes);
    }
  } catch (error) {
    run.signal.throwIfAborted();
    return run.fail({ stage: 'hash', reason: 'unreadable', why: explainUnreadable(error) });
  }
  if (bytes === size) return hasher.digest('hex');
  // Node reports a size that is too small for a large file's Blob.
  const why =
    bytes > size
      ? `${changedLength}. Give a large file by its path.`
      : explainChange(changedLength);
  return run.fail({ stage: 'hash', reason: 'changed', why });
}

/** @throws UploadError if the file has changed since it was opened */
export async function checkUnchanged(file: HashedFile, stage: 'hash' | 'put'): Promise<void> {
  if ((await file.openSource.hasChanged?.()) !== true) return;
  file.fail({ stage, reason: 'changed', why: explainChange('it was modified during the upload') });
}
