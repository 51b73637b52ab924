/** Reads ahead: the next piece of a file is on its way from the disk while this one is made use of. */

/** Long enough that the calls between do not show, short enough not to hold up a program that hashes. */
const pieceLength = 2 ** 20;

/** Fills a buffer from a place in the file, and says how much of it; 0 at the end. */
export type ReadInto = (buffer: Uint8Array, position: number) => Promise<number>;

/**
 * The pieces of a file in order.
 * @param reuse two buffers take turns, so that a piece is gone once the next one is asked for; without
 *   it each piece has a buffer of its own
 */
export async function* piecesOf(read: ReadInto, reuse: boolean): AsyncGenerator<Uint8Array> {
  const fresh = () => new Uint8Array(pieceLength);
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
    // Whoever leaves early may close the file, and nobody waits for this piece any more.
    await coming.catch(() => undefined);
  }
}
