/** The part of an upload that a recording keeps. */
import { createHash } from 'node:crypto';
import type { RecordedRequest } from './recorded-exchange.ts';

export type UploadedBytes = Pick<RecordedRequest, 'size' | 'sha256' | 'beginning'>;

/** Bytes that show what kind of file it is. */
const beginningLength = 64;

/** Describes an upload piece by piece. */
export function startUploadDescription() {
  const hash = createHash('sha256');
  let size = 0;
  let beginning = Buffer.alloc(0);
  return {
    add: (piece: Uint8Array): void => {
      size += piece.length;
      hash.update(piece);
      const missing = beginningLength - beginning.length;
      if (missing > 0) beginning = Buffer.concat([beginning, piece.subarray(0, missing)]);
    },
    /** Call it once, after the last piece. */
    end: (): UploadedBytes => ({
      size,
      sha256: hash.digest('hex'),
      beginning: beginning.toString('base64'),
    }),
  };
}

/** Describes an upload that is whole in memory. */
export function describeUpload(bytes: Uint8Array): UploadedBytes {
  const description = startUploadDescription();
  description.add(bytes);
  return description.end();
}
