/** What a file is before it is sent: its hash and size, and how to tell later whether it is still the same. */
import { sha256 } from './hash.ts';
import { whyUnreadable } from './upload-why.ts';
import type { UploadRun } from './upload-calls.ts';
import type { PlannedFile } from './upload-plan.ts';
import { Setback, whyChanged } from './upload-setback.ts';
import type { OpenSource } from './upload-source.ts';

/** A file with all that is announced of it to the service. */
export interface AnnouncedFile extends PlannedFile {
  readonly opened: OpenSource;
  readonly sha256: string;
  /** The hash again where the bytes are to be checked while they are sent: nothing else would tell. */
  readonly check: string | undefined;
  /** What the file said of itself before it was read. */
  readonly version: string | undefined;
}

/**
 * Reads the file for its hash, unless the caller knows it.
 * @throws Setback when it cannot be read, or changes while it is
 */
export async function announced(
  planned: PlannedFile,
  opened: OpenSource,
  run: UploadRun,
): Promise<AnnouncedFile> {
  const version = await versionOf(opened);
  const known = planned.sha256;
  if (known !== undefined) return { ...planned, opened, sha256: known, check: known, version };
  const hash = await hashed(planned, opened, run);
  const found = { ...planned, opened, sha256: hash, version };
  const file = { ...found, check: version === undefined ? hash : undefined };
  await stillTheSame(file, 'hash');
  return file;
}

/** @throws Setback when the file is another one than before, as far as it can tell */
export async function stillTheSame(file: AnnouncedFile, stage: 'hash' | 'put'): Promise<void> {
  if ((await versionOf(file.opened)) === file.version) return;
  throw new Setback({
    stage,
    reason: 'changed',
    why: whyChanged('it is not what it was before'),
  });
}

async function versionOf(opened: OpenSource): Promise<string | undefined> {
  try {
    return await opened.version?.();
  } catch {
    const why = whyChanged('it is no longer there');
    throw new Setback({ stage: 'read', reason: 'changed', why });
  }
}

async function hashed(planned: PlannedFile, opened: OpenSource, run: UploadRun): Promise<string> {
  const { file, filename, role } = planned;
  const { size } = opened;
  const hasher = await sha256();
  let bytes = 0;
  try {
    for await (const piece of opened.pieces(true)) {
      if (run.options.signal?.aborted === true) break;
      hasher.update(piece);
      bytes += piece.byteLength;
      run.tell({ file, filename, role, stage: 'hash', attempt: 0, bytes, size });
    }
  } catch (error) {
    throw new Setback({ stage: 'hash', reason: 'unreadable', why: whyUnreadable(error) });
  }
  run.options.signal?.throwIfAborted();
  if (bytes === size) return hasher.hex();
  const how = `it has ${bytes} bytes where ${size} were told`;
  const why = bytes > size ? `${how}. Give a large file by its path.` : whyChanged(how);
  throw new Setback({ stage: 'hash', reason: 'changed', why });
}
