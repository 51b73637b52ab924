/** Reads the first bytes of each file, enough to recognise its format. */
import type { FileRole } from '../client/contract.ts';
import { createSource, type FileToUpload } from '../client/files/index.ts';

export interface FileBeginning {
  readonly role: FileRole;
  readonly pointer: string;
  /** Its first bytes; undefined when it cannot be read, which the upload will report. */
  readonly bytes: Uint8Array | undefined;
}

/** Photographs may carry a profile and a preview before their size. */
const maximumBytes = 1_048_576;

export async function readBeginnings(
  files: readonly FileToUpload[],
): Promise<readonly FileBeginning[]> {
  const beginnings: FileBeginning[] = [];
  // One after the other: an audiobook may have more tracks than a process may open files.
  for (const [index, file] of files.entries()) {
    const bytes = await readBeginning(file).catch(() => undefined);
    beginnings.push({ role: file.role, pointer: `/files/${index}`, bytes });
  }
  return beginnings;
}

async function readBeginning(file: FileToUpload): Promise<Uint8Array> {
  const source = await createSource(file).open();
  let bytes = new Uint8Array(0);
  for await (const piece of source.pieces(true)) {
    const joined = new Uint8Array(bytes.length + piece.length);
    joined.set(bytes);
    joined.set(piece, bytes.length);
    bytes = joined;
    if (bytes.length >= maximumBytes) break;
  }
  return bytes;
}
