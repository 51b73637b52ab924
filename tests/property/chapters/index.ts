/** Cases about chapters, and the audiobooks that they use. */
export * from './audiobook.ts';
export { chapterFiles } from './chapter-files.check.ts';
export { chapterChanges } from './chapter-updates.check.ts';
export { withThreeChapters } from './three-chapters.ts';
