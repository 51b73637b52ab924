/** Reads the first bytes of each file, which show its format. */
import type { FileRole } from '../client/contract.ts';
import { createSource, type FileToUpload } from '../client/files/index.ts';

export interface FirstBytes {
  readonly role: FileRole;
  readonly pointer: string;
  /** The first bytes; undefined if the file cannot be read, which the upload will report. */
  readonly bytes: Uint8Array | undefined;
}

/** The number of bytes to read: one mebibyte, because a photograph may have a profile and a preview before its size. */
const maxBytes = 2 ** 20;

export async function readFirstBytes(
  files: readonly FileToUpload[],
): Promise<readonly FirstBytes[]> {
  const results: FirstBytes[] = [];
  // One file at a time, because an audiobook may have more tracks than a process may open files.
  for (const [index, file] of files.entries()) {
    const bytes = await readFileStart(file).catch(() => undefined);
    results.push({ role: file.role, pointer: `/files/${index}`, bytes });
  }
  return results;
}

async function readFileStart(file: FileToUpload): Promise<Uint8Array> {
  const source = await createSource(file).open();
  let bytes = new Uint8Array(0);
  for await (const piece of source.pieces(true)) {
    const allBytes = new Uint8Array(bytes.length + piece.length);
    allBytes.set(bytes);
    allBytes.set(piece, bytes.length);
    bytes = allBytes;
    if (bytes.length >= maxBytes) break;
  }
  return bytes;
}
