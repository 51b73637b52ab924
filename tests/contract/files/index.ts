/** Cases about upload URLs, and observations of uploads and attaches. */
export { observedAttach } from './observed-attach.check.ts';
export { observedUpload } from './observed-upload.check.ts';
export { urls } from './urls.check.ts';
