/** Streams of bytes: taken apart into pieces, and made of pieces. */

/** Bytes as they come: a web stream, or anything that `for await` takes, such as a stream of Node. */
export type Stream = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

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
