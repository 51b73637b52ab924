/** Where uploaded bytes are stored, and the presigned URLs that lead there. */
export { type Bytes, type Incoming, memoryBytes } from './bytes.ts';
export { directoryBytes } from './directory-bytes.ts';
export { type PresignedUrls, presignedUrls } from './presigned-urls.ts';
