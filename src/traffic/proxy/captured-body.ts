/** Copies of bodies that pass through the proxy, bounded in size. */
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { startUploadDescription, type UploadedBytes } from '../recordings/index.ts';

/** Larger bodies pass through, but are not judged. */
const largest = 16 * 1024 * 1024;

export interface Capture {
  readonly add: (chunk: Uint8Array) => void;
  /** Undefined if the body was larger than the limit. */
  readonly bytes: () => Uint8Array | undefined;
  /** Size, and for an upload hash and beginning. Call it once, at the end. */
  readonly end: () => UploadedBytes;
}

/** Keeps a body. */
export function captureBytes(): Capture {
  const chunks: Uint8Array[] = [];
  let size = 0;
  return {
    add: (chunk) => {
      size += chunk.length;
      if (size <= largest) chunks.push(chunk);
      else chunks.length = 0;
    },
    bytes: () => (size > largest ? undefined : Buffer.concat(chunks)),
    end: () => ({ size }),
  };
}

/** Keeps only size, hash and beginning of an upload. */
export function captureUpload(): Capture {
  return { ...startUploadDescription(), bytes: () => undefined };
}

const decoders = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
} as const;

function isKnownEncoding(encoding: string): encoding is keyof typeof decoders {
  return Object.hasOwn(decoders, encoding);
}

/** The text of a captured body; undefined if it cannot be decoded within bounds. */
export async function decodeBody(
  bytes: Uint8Array | undefined,
  encoding: string | undefined,
): Promise<string | undefined> {
  if (bytes === undefined) return undefined;
  if (encoding === undefined || encoding === '' || encoding === 'identity') {
    return new TextDecoder().decode(bytes);
  }
  if (!isKnownEncoding(encoding) || bytes.length === 0) return undefined;
  try {
    const decoded = await decoders[encoding](bytes, { maxOutputLength: largest });
    return new TextDecoder().decode(decoded);
  } catch {
    return undefined;
  }
}
