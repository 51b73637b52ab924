/** Describes the bytes of an upload: a recording has their size, hash and beginning. */
import { createHash } from 'node:crypto';
import type { RecordedRequest } from './recorded-exchange.ts';

export type UploadedBytes = Pick<RecordedRequest, 'size' | 'sha256' | 'beginning'>;

/** In bytes; enough to show the type of the file. */
const beginningLength = 64;

/** Creates a describer that receives an upload piece by piece. */
export function createUploadDescriber() {
  const hash = createHash('sha256');
  let size = 0;
  let beginning = Buffer.alloc(0);
  return {
    add: (piece: Uint8Array): void => {
      size += piece.length;
      hash.update(piece);
      const missingBytes = beginningLength - beginning.length;
      if (missingBytes > 0) beginning = Buffer.concat([beginning, piece.subarray(0, missingBytes)]);
    },
    /** Call it once, after the last piece. */
    end: (): UploadedBytes => ({
      size,
      sha256: hash.digest('hex'),
      beginning: beginning.toString('base64'),
    }),
  };
}

/** Describes an upload whose bytes are all in memory. */
export function describeUpload(bytes: Uint8Array): UploadedBytes {
  const description = createUploadDescriber();
  description.add(bytes);
  return description.end();
}
