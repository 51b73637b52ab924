/** Storage of uploaded bytes, and presigned URLs. */
export { type Bytes, type IncomingFile, memoryBytes } from './bytes.ts';
export { directoryBytes } from './directory-bytes.ts';
export { s3Bytes } from './s3-bytes.ts';
export { type PresignedUrls, presignedUrls } from './presigned-urls.ts';
