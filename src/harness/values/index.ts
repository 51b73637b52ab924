/** Sample values: books, files, dates, ISBNs, chapters and query parameters. */
export {
  bookBody,
  type BookCreate,
  everyMark,
  type Format,
  formats,
  type Mark,
  markOf,
  author,
  editor,
  narrator,
} from './books.ts';
export {
  type Chapter,
  type ChapterTitle,
  type ChapterUpdate,
  chapterUpdates,
  trickyTitles,
} from './chapters.ts';
export {
  daysAhead,
  edgesFrom,
  impossibleDays,
  neverDates,
  noDate,
  type NoDate,
  otherForms,
  yearOf,
  resolveDay,
  daysOrTurns,
  type DayRange,
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
export { hyphenated, isbn978, under979, spoiltIsbn, spoiltIsbns } from './isbn.ts';
export { anyBadPage, anyBadPageSize, anyBadWord, type BadQuery } from './pages.ts';
export {
  longDescription,
  mixedName,
  mixedTexts,
  mixedTitle,
  sampleText,
  variedDescription,
} from './texts.ts';
