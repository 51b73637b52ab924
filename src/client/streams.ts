/** Reads files and streams piece by piece. */

/** Bytes as they arrive: a web stream, or anything that `for await` takes, such as a Node stream. */
export type ByteStream = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** Reads either kind of stream. A browser may lack `for await` over a web stream. */
export async function* readStream(stream: ByteStream): AsyncGenerator<Uint8Array> {
  if (!('getReader' in stream)) {
    yield* stream;
    return;
  }
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    // Stops the source of the stream. Not awaited, because a source may ignore it.
    reader.cancel().catch(() => undefined);
  }
}

/** Makes a stream that requests a piece only when the one before was taken. */
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
