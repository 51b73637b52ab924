/** Steps and shared books that several cases use. */
export { awaitReview } from './await-review.ts';
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
  deleteSharedDraft,
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
  getWorkbench,
} from './shared-books.ts';
export {
  attachTwice,
  passDeadline,
  requestTrackGrant,
  requireReachableDeadline,
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
