/** Steps and shared books that several cases use. */
export { type Branch, expectExplained, outcomes, race, type Step, walk } from './histories.ts';
export { creation, inShops, spareTrack, tryout, untouched, workbench } from './shared-books.ts';
export {
  accepted,
  attachOf,
  audioWithTracks,
  bookNow,
  chaptersFor,
  fileAt,
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
