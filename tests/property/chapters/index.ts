/** Properties of chapters. */
export {
  audiobook,
  type Audiobook,
  chapterOf,
  chaptersOf,
  oneTrack,
  plainChapters,
  seenUnmentioned,
  setChapters,
  unmentioned,
} from './audiobook.ts';
export { chapterEntries } from './chapter-entries.check.ts';
export { chapterUpsert } from './chapter-upsert.check.ts';
export { withThreeChapters } from './three-chapters.ts';
