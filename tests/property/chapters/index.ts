/** Cases about chapters, and the audiobooks that they use. */
export {
  type Audiobook,
  createAudiobook,
  createChapter,
  readChapters,
  setFirstChapters,
  getOneTrackBook,
  numberChapters,
  observeUnmentioned,
  setChapters,
  getUnmentionedReading,
  getBookWithSpareTrack,
} from './audiobook.ts';
export { chapterFiles } from './chapter-files.check.ts';
export { chapterChanges } from './chapter-updates.check.ts';
export { withThreeChapters } from './three-chapters.ts';
