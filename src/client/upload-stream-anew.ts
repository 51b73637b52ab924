/** A function that gives a stream anew at each call, as a source of bytes. */
import type { Source } from './upload-source.ts';
import { piecesFrom, streamFrom, type Stream } from './upload-stream.ts';

/** @throws TypeError when it is no such function, or the size is missing */
export function streamSource(given: {
  readonly stream: () => Stream;
  readonly size: number;
}): Source {
  const { stream, size } = given;
  if (typeof stream !== 'function') {
    throw new TypeError(
      'A file needs a path, a blob, or a stream; and a stream must be a function that begins anew at ' +
        'each call, since a file is read once for its hash and once to be sent. Nothing was sent.',
    );
  }
  if (!Number.isSafeInteger(size) || size < 0) {
    throw new TypeError('A stream needs its size in bytes, a whole number. Nothing was sent.');
  }
  return {
    filename: undefined,
    type: undefined,
    open: async () => ({
      size,
      pieces: () => piecesFrom(stream()),
      version: undefined,
      blob: () => new Response(streamFrom(piecesFrom(stream()))).blob(),
      close: async () => undefined,
    }),
  };
}
