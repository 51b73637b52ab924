/** Reads files to upload in pieces, and computes their SHA-256. */
export * from './source.ts';
export { type ByteStream, toStream } from '../runtime.ts';
