/** Cases about files: upload URLs, and where the document is silent. */
export { observedAttach } from './observed-attach.check.ts';
export { observedUpload } from './observed-upload.check.ts';
export { urls } from './urls.check.ts';
