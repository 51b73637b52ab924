/** Finds books, changes them without losing other changes, and computes the new fields. */
export {
  changeBook,
  endReview,
  externalIdRule,
  findBook,
  itemForm,
  refuseTaken,
  rowOf,
} from './change-book.ts';
export { changedChapters } from './change-chapters.ts';
export { type FieldsToStore, changedFields, fieldNames, prepareFields } from './fields.ts';
