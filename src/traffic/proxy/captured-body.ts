/** Copies bodies that pass through the proxy, up to a limit. */
import { largestBody, createUploadDescriber, type UploadedBytes } from '../recordings/index.ts';

export interface BodyCapture {
  readonly add: (chunk: Uint8Array) => void;
  /** Returns the captured bytes; undefined if the body was larger than the limit. */
  readonly bytes: () => Uint8Array | undefined;
  /** Returns the size, and for an upload also the hash and beginning. Must be called once, at the end. */
  readonly end: () => UploadedBytes;
}

/** Captures all bytes of a body. */
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

/** Captures only the size, hash and beginning of an upload. */
export function captureUpload(): BodyCapture {
  return { ...createUploadDescriber(), bytes: () => undefined };
}
