/** Decompresses and decodes the bytes of a body. */
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { parseJson } from '../../monitor/index.ts';

/** In bytes; larger bodies are not judged. */
export const largestBody = 16 * 1024 * 1024;

const unpackers = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
} as const;

/**
 * Returns the text of a body; undefined if it cannot be decompressed or is too large. Many recorders
 * write bodies that are already decompressed, but keep the Content-Encoding.
 * @param encoding the Content-Encoding, if there is one
 */
export function unpackBody(bytes: Uint8Array, encoding = ''): string | undefined {
  if (encoding === '' || encoding === 'identity') return new TextDecoder().decode(bytes);
  const plainText = decodeUtf8(bytes);
  if (plainText !== undefined && parseJson(plainText) !== undefined) return plainText;
  if (!isSupported(encoding)) return plainText;
  try {
    return new TextDecoder().decode(unpackers[encoding](bytes, { maxOutputLength: largestBody }));
  } catch {
    return plainText;
  }
}

function isSupported(encoding: string): encoding is keyof typeof unpackers {
  return Object.hasOwn(unpackers, encoding);
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
