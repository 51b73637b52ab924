/** Sample values: books, files, dates, ISBNs, chapters and query parameters. */
export {
  bookBody,
  type BookCreate,
  everyMark,
  type Format,
  formats,
  type Mark,
  markOf,
} from './books.ts';
export {
  type Chapter,
  type ChapterTitle,
  type ChapterUpdate,
  chapterUpdates,
  trickyTitles,
} from './chapters.ts';
export { author, editor, narrator } from './contributors.ts';
export {
  daysAhead,
  edgesFrom,
  impossibleDays,
  neverDates,
  noDate,
  type NoDate,
  otherForms,
  yearOf,
} from './dates.ts';
export {
  descriptorOf,
  type FileDescriptor,
  fileFor,
  fileOf,
  type FileRole,
  rolesOf,
  type SampleFile,
  spareRole,
} from './files.ts';
export { wordsFor } from './in-words.ts';
export { hyphenated, isbn978, under979 } from './isbn.ts';
export { anyBadPage, anyBadPageSize, anyBadWord, type BadQuery } from './pages.ts';
export { spoiltIsbn, spoiltIsbns } from './spoilt-isbn.ts';
export { resolveDay, daysOrTurns, type DayRange } from './turning-days.ts';
export {
  longDescription,
  mixedName,
  mixedTexts,
  mixedTitle,
  sampleText,
  variedDescription,
} from './texts.ts';
