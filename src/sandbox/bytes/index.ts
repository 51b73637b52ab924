/** Storage of uploaded bytes, and presigned URLs. */
export { type FileStorage, type FileWriter, createMemoryStorage } from './bytes.ts';
export { openDirectoryStorage } from './directory-bytes.ts';
export { openS3Storage } from './s3-bytes.ts';
export { type PresignedUrls, createPresignedUrls } from './s3-client.ts';
