/** Copies bodies that pass through the proxy, up to a limit, and selects the headers that it forwards and records. */
import type { IncomingMessage } from 'node:http';
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

/** Headers of one connection, which a proxy does not forward (RFC 9110, section 7.6.1). */
const hopByHop = new Set(['connection', 'keep-alive', 'proxy-connection', 'te', 'upgrade']);

/**
 * Returns raw headers without those of one connection and without `excludedNames`, in the same order and
 * case and with all repetitions.
 */
export function filterHeaders(rawHeaders: readonly string[], excluded: readonly string[] = []) {
  const result: string[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = [rawHeaders[index], rawHeaders[index + 1]];
    const lowerCaseName = name.toLowerCase();
    const isExcluded = hopByHop.has(lowerCaseName) || excluded.includes(lowerCaseName);
    if (!isExcluded) result.push(name, value);
  }
  return result;
}

/** Returns the headers as a record; repeated values are joined. */
export function flattenHeaders({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
}
