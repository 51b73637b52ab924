/** A Blob as a source of bytes. It cannot change; one that stands for a file says so when that did. */
import { piecesFrom } from './upload-stream.ts';
import type { Source } from './upload-source.ts';

/** @throws TypeError when it is no Blob */
export function blobSource(blob: Blob): Source {
  if (!(blob instanceof Blob)) {
    throw new TypeError('blob must be a Blob or a File; came something else. Nothing was sent.');
  }
  const named = typeof File !== 'undefined' && blob instanceof File ? blob.name : '';
  return {
    filename: named === '' ? undefined : named,
    type: blob.type === '' ? undefined : blob.type,
    open: async () => ({
      size: blob.size,
      // The stream and not slices: of a large file's Blob, Node gives the whole stream but a wrong size,
      // and the difference tells.
      pieces: () => piecesFrom(blob.stream()),
      version: async () => 'a Blob',
      blob: async () => blob,
      close: async () => undefined,
    }),
  };
}
