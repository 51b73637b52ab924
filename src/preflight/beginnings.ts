/** Reads as much of each file as it takes to tell what it is. */
import type { FileRole } from '../client/book.ts';
import { sourceOf, type FileToUpload } from '../client/upload-source.ts';

export interface BeginningOfFile {
  readonly role: FileRole;
  readonly pointer: string;
  /** Its first bytes; undefined where it cannot be read, which is the upload's to tell. */
  readonly bytes: Uint8Array | undefined;
}

/** Photographs may carry a profile and a preview before their size. */
const enough = 1_048_576;

export async function beginningsOf(
  files: readonly FileToUpload[],
): Promise<readonly BeginningOfFile[]> {
  const beginnings: BeginningOfFile[] = [];
  // One after the other: an audiobook may have more tracks than a process may open files.
  for (const [index, file] of files.entries()) {
    const bytes = await beginningOf(file).catch(() => undefined);
    beginnings.push({ role: file.role, pointer: `/files/${index}`, bytes });
  }
  return beginnings;
}

async function beginningOf(file: FileToUpload): Promise<Uint8Array> {
  const opened = await (await sourceOf(file)).open();
  try {
    let bytes = new Uint8Array(0);
    for await (const piece of opened.pieces(true)) {
      const longer = new Uint8Array(bytes.length + piece.length);
      longer.set(bytes);
      longer.set(piece, bytes.length);
      bytes = longer;
      if (bytes.length >= enough) break;
    }
    return bytes;
  } finally {
    await opened.close();
  }
}
