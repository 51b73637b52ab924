/** Sample values: books, files, dates, ISBNs, chapters and query parameters. */
export {
  createBookBody,
  type BookCreate,
  toolPrefix,
  type Format,
  formats,
  type Mark,
  externalIdPrefix,
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
  calendarEdges,
  impossibleDates,
  nonDates,
  invalidDate,
  type InvalidDate,
  otherDateFormats,
  getYear,
  resolveDay,
  daysOrBoundaries,
  type DayRange,
} from './dates.ts';
export {
  createDescriptor,
  type FileDescriptor,
  createSampleFile,
  createFile,
  type FileRole,
  requiredRoles,
  type SampleFile,
  spareRoles,
} from './files.ts';
export { describeValue } from './describe-values.ts';
export { hyphenateIsbn, isbn978, convertTo979, invalidIsbn, invalidIsbnExamples } from './isbn.ts';
export { badPage, badPageSize, unknownKeyword, type BadQuery } from './pages.ts';
export {
  longDescription,
  createMixedName,
  createMixedTexts,
  createMixedTitle,
  sampleText,
  createShortDescription,
} from './texts.ts';
