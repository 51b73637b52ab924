/** Steps and shared books that several cases use. */
export { expectMismatch, mismatched } from './hash-mismatch.ts';
export { type Branch, expectExplained, outcomes, race, type Step, walk } from './histories.ts';
export {
  creation,
  fileless,
  inShops,
  spareTrack,
  tryout,
  untouched,
  workbench,
} from './shared-books.ts';
export { singleUpdates } from './single-updates.ts';
export {
  accepted,
  attachOf,
  audioWithTracks,
  bookNow,
  chaptersFor,
  documented,
  fileAt,
  fileCount,
  grantOf,
  isDocumented,
  listed,
  onceListed,
  onceLookedUp,
  onItsWay,
  present,
  refusal,
  shows,
  sorted,
  statusNow,
  stranger,
  uploaded,
  uploadedAll,
  withFiles,
  without,
} from './steps.ts';
