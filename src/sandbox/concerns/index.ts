/** The reasons to refuse a request, as lists of concerns. */
export { findChapterConcerns } from './chapter-concerns.ts';
export * from './field-concerns.ts';
export * from './format-concerns.ts';
export { findPublishConcerns } from './publish-concerns.ts';
