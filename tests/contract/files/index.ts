/** Cases and observations about files: upload URLs, and silences of the document. */
export { observedAttach } from './observed-attach.check.ts';
export { observedUpload } from './observed-upload.check.ts';
export { urls } from './urls.check.ts';
