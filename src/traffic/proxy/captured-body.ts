/** Copies of bodies that pass through the proxy, bounded in size. */
import { largestBody, startUploadDescription, type UploadedBytes } from '../recordings/index.ts';

export interface BodyCapture {
  readonly add: (chunk: Uint8Array) => void;
  /** Undefined if the body was larger than the limit. */
  readonly bytes: () => Uint8Array | undefined;
  /** Size, and for an upload hash and beginning. Call it once, at the end. */
  readonly end: () => UploadedBytes;
}

/** Keeps a body. */
export function captureBytes(): BodyCapture {
  const chunks: Uint8Array[] = [];
  let size = 0;
  return {
    add: (chunk) => {
      size += chunk.length;
      if (size <= largestBody) chunks.push(chunk);
      else chunks.length = 0;
    },
    bytes: () => (size > largestBody ? undefined : Buffer.concat(chunks)),
    end: () => ({ size }),
  };
}

/** Keeps only size, hash and beginning of an upload. */
export function captureUpload(): BodyCapture {
  return { ...startUploadDescription(), bytes: () => undefined };
}
