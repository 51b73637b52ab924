/** SHA-256 piece by piece in plain JavaScript, for where the runtime has no streaming hash of its own. */

/** A hash that takes bytes as they come. */
export interface Hasher {
  readonly update: (bytes: Uint8Array) => void;
  /** The hash of all bytes so far, as 64 lower-case hexadecimal characters; ends the hasher. */
  readonly hex: () => string;
}

const blockLength = 64;

/** The first 32 bits of a fraction, as the algorithm takes its constants from roots of primes. */
function fraction(root: number): number {
  return Math.floor((root - Math.floor(root)) * 2 ** 32);
}

function primes(count: number): number[] {
  const found: number[] = [];
  for (let number = 2; found.length < count; number += 1) {
    if (found.every((prime) => number % prime !== 0)) found.push(number);
  }
  return found;
}

const rounds = Int32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)));
const beginning = Int32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)));

/** Makes a hasher that holds one block of 64 bytes, however much it is given. */
export function portableSha256(): Hasher {
  const state = beginning.slice();
  const words = new Int32Array(64);
  const block = new Uint8Array(blockLength);
  let [filled, total] = [0, 0];
  const update = (bytes: Uint8Array): void => {
    total += bytes.length;
    let at = 0;
    if (filled > 0) {
      at = Math.min(blockLength - filled, bytes.length);
      block.set(bytes.subarray(0, at), filled);
      filled += at;
      if (filled < blockLength) return;
      digestBlock(state, words, viewOf(block, 0));
    }
    for (; at + blockLength <= bytes.length; at += blockLength) {
      digestBlock(state, words, viewOf(bytes, at));
    }
    block.set(bytes.subarray(at));
    filled = bytes.length - at;
  };
  const hex = (): string => {
    const length = total;
    // A one, then zeros until the length in bits fits at the end of a block.
    const padding = new Uint8Array(((119 - (length % blockLength)) % blockLength) + 9);
    padding[0] = 0x80;
    const view = new DataView(padding.buffer);
    view.setUint32(padding.length - 8, Math.floor(length / 2 ** 29));
    view.setUint32(padding.length - 4, (length * 8) % 2 ** 32);
    update(padding);
    return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
  };
  return { update, hex };
}

function viewOf(bytes: Uint8Array, at: number): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset + at, blockLength);
}

/** One block into the state (FIPS 180-4, section 6.2.2). */
function digestBlock(state: Int32Array, words: Int32Array, block: DataView): void {
  spread(words, block);
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let round = 0; round < 64; round += 1) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const high = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const low = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const one = (h + high + choice + (rounds[round] ?? 0) + (words[round] ?? 0)) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + low + majority) | 0;
  }
  add(state, [a, b, c, d, e, f, g, h]);
}

/** The 16 words of a block, spread over the 64 rounds. */
function spread(words: Int32Array, block: DataView): void {
  for (let index = 0; index < 16; index += 1) words[index] = block.getInt32(index * 4);
  for (let index = 16; index < 64; index += 1) {
    const far = words[index - 15] ?? 0;
    const near = words[index - 2] ?? 0;
    const small = turned(far, 7) ^ turned(far, 18) ^ (far >>> 3);
    const great = turned(near, 17) ^ turned(near, 19) ^ (near >>> 10);
    words[index] = ((words[index - 16] ?? 0) + small + (words[index - 7] ?? 0) + great) | 0;
  }
}

function add(state: Int32Array, words: readonly number[]): void {
  for (let index = 0; index < 8; index += 1) {
    state[index] = ((state[index] ?? 0) + (words[index] ?? 0)) | 0;
  }
}

function turned(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}
