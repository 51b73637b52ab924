/** Reads the bytes of a recording, decompressed and without a byte order mark. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** Thrown for a file that is not a recording. */
export class NotARecording extends Error {}

/** In bytes. Strings of larger pieces would stay in memory until a full garbage collection. */
const pieceSize = 1 << 16;

/** The first two bytes of compressed files, as hexadecimal digits. */
const [gzipBytes, zipBytes] = ['1f8b', '504b'];

/**
 * Yields a file piece by piece; a gzip file is decompressed.
 * @param onCut called if a compressed file ends early; the pieces before that are valid
 * @throws NotARecording for a folder, for ZIP, and for UTF-16, which some shells write when they redirect output
 */
export async function* readPieces(file: string, onCut: (why: string) => void = () => undefined) {
  const firstBytes = await readFirstBytes(file);
  if (firstBytes === zipBytes) {
    throw new NotARecording(`${file} is a ZIP archive. Unpack it, and name the .har file in it.`);
  }
  const isCompressed = firstBytes === gzipBytes;
  const bytes = createReadStream(file, { highWaterMark: pieceSize });
  let isFirst = true;
  try {
    for await (const piece of isCompressed ? unpack(bytes) : bytes) {
      if (!Buffer.isBuffer(piece))
        throw new TypeError('A stream without an encoding yields bytes.');
      yield isFirst ? removeByteOrderMark(piece, file) : piece;
      isFirst = false;
    }
  } catch (error) {
    if (!isCompressed || !(error instanceof Error) || !('code' in error)) throw error;
    const why = `the compressed file is truncated or damaged: ${error.message}`;
    if (isFirst) throw new NotARecording(`${file} cannot be read: ${why}.`);
    onCut(why);
  }
}

async function readFirstBytes(file: string): Promise<string> {
  const handle = await open(file, 'r');
  try {
    if ((await handle.stat()).isDirectory()) {
      throw new NotARecording(`${file} is a folder. Name the files in it: ${join(file, '*.har')}`);
    }
    const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return buffer.toString('hex');
  } finally {
    await handle.close();
  }
}

function unpack(bytes: Readable): Readable {
  // An error of either stream ends the loop that reads from the second one.
  return pipeline(bytes, createGunzip({ chunkSize: pieceSize }), () => undefined);
}

function removeByteOrderMark(piece: Buffer, file: string): Buffer {
  const start = piece.toString('hex', 0, 3);
  if (start.startsWith('fffe') || start.startsWith('feff')) {
    throw new NotARecording(`${file} is UTF-16 text. Save it as UTF-8.`);
  }
  return start === 'efbbbf' ? piece.subarray(3) : piece;
}
