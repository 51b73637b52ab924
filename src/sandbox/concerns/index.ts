/** The reasons to refuse a request, as lists of concerns. */
export { chapterConcerns } from './chapter-concerns.ts';
export { contentConcerns } from './content-concerns.ts';
export { fieldConcerns } from './field-concerns.ts';
export {
  audioDetailsConcerns,
  isbnTakenConcerns,
  misplacedConcerns,
  narratorConcerns,
  printIsbnConcerns,
  withoutMisplaced,
} from './format-concerns.ts';
export { settleNulls, sortUnlisted } from './open-properties.ts';
export { publishConcerns } from './publish-concerns.ts';
export { editConcerns, narratorRemovedConcerns, windowEditConcerns } from './update-concerns.ts';
