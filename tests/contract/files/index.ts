/** Cases about files: upload, PUT, attach. */
export { attach } from './attach.check.ts';
export { observedAttach } from './observed-attach.check.ts';
export { observedUpload } from './observed-upload.check.ts';
export { put } from './put.check.ts';
export { uploadRefusals } from './upload-refusals.check.ts';
export { upload } from './upload.check.ts';
