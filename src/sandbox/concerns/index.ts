/** The reasons to refuse a request, as lists of concerns. */
export { findChapterConcerns } from './chapter-concerns.ts';
export { findContentConcerns } from './content-concerns.ts';
export { findFieldConcerns } from './field-concerns.ts';
export * from './format-concerns.ts';
export { sortUnlistedProperties } from './open-properties.ts';
export { findPublishConcerns } from './publish-concerns.ts';
export * from './update-concerns.ts';
