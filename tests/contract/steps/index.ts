/** Steps, shared books and shared files that several cases use. */
export { awaitReview, interruptReview, readInterruptedBook } from './await-review.ts';
export {
  type Branch,
  expectExplained,
  listOutcomes,
  runConcurrently,
  type Step,
  runBranch,
} from './histories.ts';
export { createMixedDraft } from './mixed-draft.ts';
export {
  createOncePerFormat,
  deleteDraftWithUpload,
  createDuplicate,
  readAfterPublish,
  changeExternalId,
  acceptsUnusualFields,
  getScratchBook,
  createTwice,
  getUnchangedBook,
  withdrawAndEdit,
  createWithIsbn,
  attachContentOnly,
  withPublished,
  withReady,
  getSharedDraft,
} from './shared-books.ts';
export {
  getFileAttachedTwice,
  waitUntilExpired,
  requestTrackGrant,
  requireReachableExpiry,
  uploadSpareTrack,
} from './shared-files.ts';
export {
  isAccepted,
  attachFile,
  fetchBook,
  createChapters,
  countFiles,
  requestGrant,
  isDocumentedField,
  findListItem,
  lookUpEventually,
  putFile,
  requireValue,
  getRefusal,
  fetchStatus,
  undocumentedField,
  uploadFile,
  uploadFiles,
  attachFiles,
  omit,
} from './steps.ts';
