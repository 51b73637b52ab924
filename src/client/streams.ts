/** Reads streams piece by piece, and creates them. */

/** Bytes as they arrive: a web stream, or anything that `for await` takes, such as a Node stream. */
export type ByteStream = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** Reads either kind of stream. Some browsers do not support `for await` over a web stream. */
export async function* readStream(stream: ByteStream): AsyncGenerator<Uint8Array> {
  if (!('getReader' in stream)) {
    yield* stream;
    return;
  }
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    // Stops the source of the stream. The promise is not awaited, because it may never settle.
    reader.cancel().catch(() => undefined);
  }
}

/** Creates a stream that requests a piece only once the previous piece has been read. */
export function toStream(pieces: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
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
