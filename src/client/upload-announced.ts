/** What a file is before it is sent: its hash and size, and how to tell later whether it is still the same. */
import { hashSource, type Hashed, type Hashing } from './hash-source.ts';
import { loadedAfter } from './later.ts';
import type { UploadRun } from './upload-calls.ts';
import type { PlannedFile } from './upload-plan.ts';
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
  const { notTheSame } = await setbacks();
  throw notTheSame(stage);
}

async function versionOf(opened: OpenSource): Promise<string | undefined> {
  try {
    return await opened.version?.();
  } catch (error) {
    const { notThere } = await loadedAfter(error, setbacks());
    throw notThere();
  }
}

async function hashed(planned: PlannedFile, opened: OpenSource, run: UploadRun): Promise<string> {
  const { file, filename, role } = planned;
  const { size } = opened;
  const { signal } = run.options;
  const onBytes = (bytes: number): void => {
    run.tell({ file, filename, role, stage: 'hash', attempt: 0, bytes, size });
  };
  const { sha256, bytes } = await readWhole(opened, { signal, onBytes });
  signal?.throwIfAborted();
  if (bytes === size) return sha256;
  const { notItsSize } = await setbacks();
  throw notItsSize(bytes, size);
}

async function readWhole(opened: OpenSource, hashing: Hashing): Promise<Hashed> {
  try {
    return await hashSource(opened, hashing);
  } catch (error) {
    hashing.signal?.throwIfAborted();
    const { notRead } = await loadedAfter(error, setbacks());
    throw notRead(error);
  }
}

async function setbacks() {
  return import('./upload-file-setbacks.ts');
}
