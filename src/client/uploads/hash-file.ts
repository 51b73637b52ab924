/** Opens a file, computes its hash, and detects changes. */
import { createSha256, formatCode, hashBlob, type OpenSource } from '../files/index.ts';
import {
  changedLength,
  explainChange,
  explainUnreadable,
  type FileRun,
  type HashedFile,
} from './upload-run.ts';

/** @throws UploadError if the file cannot be read, or changes meanwhile */
export async function openAndHash(run: FileRun): Promise<HashedFile> {
  run.signal.throwIfAborted();
  const openSource = await run.source.open().catch((error: unknown) => {
    const problem = error instanceof TypeError ? 'is not a regular file' : 'could not be opened';
    const why = `it ${problem}${formatCode(error)}`;
    return run.fail({ stage: 'read', reason: 'unreadable', why });
  });
  run.sizes[run.file] = openSource.size;
  const sha256 = run.sha256 ?? (await hashFile(run, openSource));
  const needsCheck = run.sha256 !== undefined || openSource.hasChanged === undefined;
  const expectedHash = needsCheck ? sha256 : undefined;
  const hashedFile = { ...run, openSource, sha256, expectedHash };
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
  return run.fail({ stage: 'hash', reason: 'changed', why: explainChange(changedLength) });
}

/** @throws UploadError if the file has other bytes than those that were hashed */
export async function checkUnchanged(file: HashedFile, stage: 'hash' | 'put'): Promise<void> {
  const { openSource, signal, sha256 } = file;
  if ((await openSource.hasChanged?.().catch(() => true)) !== true) return;
  // A touched file, or a copy that replaced it, may have the same bytes.
  const hash = await hashFile({ ...file, report: () => undefined }, openSource).catch(() => '');
  signal.throwIfAborted();
  if (hash === sha256) return;
  file.fail({ stage, reason: 'changed', why: explainChange('it was modified during the upload') });
}
