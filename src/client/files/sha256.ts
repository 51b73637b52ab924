/** SHA-256 of bytes as they arrive: by Node, or in plain JavaScript where there is no streaming hash. */
import { getBuiltin } from './node.ts';

export interface Hasher {
  readonly update: (bytes: Uint8Array) => void;
  /** Returns the hash of all bytes so far as 64 lower-case hexadecimal characters, and ends the hasher. */
  readonly hex: () => string;
}

/** Web Crypto is not used: it takes a file whole and holds it in memory. */
export function createSha256(): Hasher {
  const hash = getBuiltin('node:crypto')?.createHash('sha256');
  if (hash === undefined) return createPortableSha256();
  return {
    update: (bytes) => void hash.update(bytes),
    hex: () => hash.digest('hex'),
  };
}

const blockLength = 64;

/** The first 32 bits of the fraction of a root, from which the algorithm takes its constants. */
function fraction(root: number): number {
  return Math.floor((root - Math.floor(root)) * 2 ** 32);
}

function findPrimes(count: number): number[] {
  const found: number[] = [];
  for (let number = 2; found.length < count; number += 1) {
    if (found.every((prime) => number % prime !== 0)) found.push(number);
  }
  return found;
}

const rounds = Int32Array.from(findPrimes(64), (prime) => fraction(Math.cbrt(prime)));
const initial = Int32Array.from(findPrimes(8), (prime) => fraction(Math.sqrt(prime)));

/** Holds one block of 64 bytes, however much it is given. */
export function createPortableSha256(): Hasher {
  const state = initial.slice();
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
    // A one bit, then zeros until the length in bits fits at the end of a block.
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

/** Mixes one block into the state (FIPS 180-4, section 6.2.2). */
function digestBlock(state: Int32Array, words: Int32Array, block: DataView): void {
  expand(words, block);
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let round = 0; round < 64; round += 1) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const high = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const low = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const one = (h + high + choice + (rounds[round] ?? 0) + (words[round] ?? 0)) | 0;
    [h, g, f, e] = [g, f, e, (d + one) | 0];
    [d, c, b, a] = [c, b, a, (one + low + majority) | 0];
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) {
    state[index] = ((state[index] ?? 0) + word) | 0;
  }
}

/** Expands the 16 words of a block to the 64 rounds. */
function expand(words: Int32Array, block: DataView): void {
  for (let index = 0; index < 16; index += 1) words[index] = block.getInt32(index * 4);
  for (let index = 16; index < 64; index += 1) {
    const far = words[index - 15] ?? 0;
    const near = words[index - 2] ?? 0;
    const small = rotate(far, 7) ^ rotate(far, 18) ^ (far >>> 3);
    const great = rotate(near, 17) ^ rotate(near, 19) ^ (near >>> 10);
    words[index] = ((words[index - 16] ?? 0) + small + (words[index - 7] ?? 0) + great) | 0;
  }
}

function rotate(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}
