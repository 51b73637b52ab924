/** The reasons to refuse a request, as lists of concerns. */
export { chapterConcerns } from './chapter-concerns.ts';
export { contentConcerns } from './content-concerns.ts';
export { fieldConcerns } from './field-concerns.ts';
export {
  audioDetailsConcerns,
  duplicateIsbnConcerns,
  misplacedConcerns,
  narratorConcerns,
  printIsbnConcerns,
  removeMisplaced,
} from './format-concerns.ts';
export { resolveNulls, sortUnlistedProperties } from './open-properties.ts';
export { publishConcerns } from './publish-concerns.ts';
export { editConcerns, narratorRemovedConcerns, windowEditConcerns } from './update-concerns.ts';
