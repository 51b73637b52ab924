/** Reads a file to upload in pieces, and computes its SHA-256. */
export { getBuiltin, type NodeFile } from './node.ts';
export { createSha256 } from './sha256.ts';
export {
  type BlobToUpload,
  createSource,
  type FileOfRole,
  type FileToUpload,
  type OpenSource,
  type PathToUpload,
  type Source,
  type StreamToUpload,
} from './source.ts';
export { type ByteStream, toStream } from './streams.ts';
