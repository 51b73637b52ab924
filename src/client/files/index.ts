/** Reads files to upload in pieces, and computes their SHA-256. */
export { createSha256, hashBlob } from './sha256.ts';
export * from './source.ts';
export { type ByteStream, toStream } from '../streams.ts';
