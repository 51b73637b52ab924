/** Reads files and streams piece by piece. */

/** Bytes as they arrive: a web stream, or anything that `for await` takes, such as a stream of Node. */
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

/** For hashing. */
const reusedLength = 2 ** 20;
/**
 * For sending. V8 frees new buffers sooner when they are small: with 1 MiB an upload needs 15 MB more. Below 128 KiB the
 * C library reuses memory, instead of mapping new memory for each buffer.
 */
const freshLength = 120 * 2 ** 10;

/** Fills a buffer from a position of the file, and returns how much of it; 0 at the end. */
export type ReadInto = (buffer: Uint8Array, position: number) => Promise<number>;

/**
 * Reads a file in order, always one piece ahead.
 * @param reuse two buffers take turns, so that a piece is gone once the next one is requested; otherwise each piece has
 *   a buffer of its own
 */
export async function* readPieces(read: ReadInto, reuse: boolean): AsyncGenerator<Uint8Array> {
  const fresh = () => new Uint8Array(reuse ? reusedLength : freshLength);
  let [filling, resting] = [fresh(), reuse ? fresh() : undefined];
  let position = 0;
  let coming = read(filling, position);
  try {
    for (let length = await coming; length > 0; length = await coming) {
      const piece = filling.subarray(0, length);
      position += length;
      [filling, resting] = [resting ?? fresh(), reuse ? filling : undefined];
      coming = read(filling, position);
      yield piece;
    }
  } finally {
    // A reader that leaves early may close the file, and then no one waits for this piece.
    await coming.catch(() => undefined);
  }
}
