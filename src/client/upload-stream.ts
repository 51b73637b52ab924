/** A function that gives a stream anew at each call, as a source of bytes. */
import type { Source } from './upload-source.ts';

/** Bytes as they come: a web stream, or anything that `for await` takes, such as a stream of Node. */
export type Stream = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

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

/** The bytes of either kind of stream. A browser may lack `for await` over a web stream. */
export async function* piecesFrom(stream: Stream): AsyncGenerator<Uint8Array> {
  if (!('getReader' in stream)) {
    yield* stream;
    return;
  }
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    // Of no effect at the end; before it, this is what stops whatever feeds the stream.
    await reader.cancel().catch(() => undefined);
  }
}

/** A stream that asks for a piece only when the one before was taken. */
export function streamFrom(pieces: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const next = await iterator.next();
        if (next.done === true) controller.close();
        else controller.enqueue(next.value);
      },
      cancel: async () => {
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
