/** Reads the text of a body as it was on the wire. */
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { parseJson } from './recorded-exchange.ts';

/** Larger bodies are not judged. */
export const largestBody = 16 * 1024 * 1024;

const unpackers = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
} as const;

/**
 * Returns the text of a body; undefined if it cannot be unpacked within bounds. Many recorders have
 * unpacked it already.
 * @param encoding the Content-Encoding, if there is one
 */
export function unpackBody(bytes: Uint8Array, encoding = ''): string | undefined {
  if (encoding === '' || encoding === 'identity') return new TextDecoder().decode(bytes);
  const plain = decodeUtf8(bytes);
  if (plain !== undefined && parseJson(plain) !== undefined) return plain;
  if (!isKnown(encoding)) return plain;
  try {
    return new TextDecoder().decode(unpackers[encoding](bytes, { maxOutputLength: largestBody }));
  } catch {
    return plain;
  }
}

function isKnown(encoding: string): encoding is keyof typeof unpackers {
  return Object.hasOwn(unpackers, encoding);
}

/** Packed bytes are not UTF-8. */
function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
