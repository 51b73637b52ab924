/** Reads the first bytes of each file, enough to recognise its format. */
import type { FileRole } from '../client/contract.ts';
import { createSource, type FileToUpload } from '../client/files/index.ts';

export interface BeginningOfFile {
  readonly role: FileRole;
  readonly pointer: string;
  /** Its first bytes; undefined when it cannot be read, which the upload will report. */
  readonly bytes: Uint8Array | undefined;
}

/** Photographs may carry a profile and a preview before their size. */
const enough = 1_048_576;

export async function readBeginnings(
  files: readonly FileToUpload[],
): Promise<readonly BeginningOfFile[]> {
  const beginnings: BeginningOfFile[] = [];
  // One after the other: an audiobook may have more tracks than a process may open files.
  for (const [index, file] of files.entries()) {
    const bytes = await readBeginning(file).catch(() => undefined);
    beginnings.push({ role: file.role, pointer: `/files/${index}`, bytes });
  }
  return beginnings;
}

async function readBeginning(file: FileToUpload): Promise<Uint8Array> {
  const opened = await createSource(file).open();
  let bytes = new Uint8Array(0);
  for await (const piece of opened.pieces(true)) {
    const longer = new Uint8Array(bytes.length + piece.length);
    longer.set(bytes);
    longer.set(piece, bytes.length);
    bytes = longer;
    if (bytes.length >= enough) break;
  }
  return bytes;
}
