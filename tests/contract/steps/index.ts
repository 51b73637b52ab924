/** Steps and shared books that several cases use. */
export { awaitReview } from './await-review.ts';
export { type Branch, expectExplained, outcomes, race, type Step, walk } from './histories.ts';
export { mixedDraft } from './mixed-draft.ts';
export {
  creation,
  deletedDraft,
  duplicate,
  justPublished,
  needDeadlines,
  passDeadline,
  renamed,
  spareTrack,
  takesUnusual,
  tryout,
  twins,
  untouched,
  withdrawal,
  withIsbn,
  withoutCover,
  withPublished,
  withReady,
  workbench,
} from './shared-books.ts';
export {
  accepted,
  attachOf,
  bookNow,
  chaptersFor,
  fileCount,
  grantOf,
  isDocumented,
  listed,
  onceLookedUp,
  present,
  refusal,
  statusNow,
  stranger,
  uploaded,
  uploadedAll,
  withFiles,
  without,
} from './steps.ts';
