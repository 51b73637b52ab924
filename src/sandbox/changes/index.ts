/** Finds books, changes them without losing other changes, and computes the new fields. */
export {
  changeBook,
  endReview,
  getExternalIdRule,
  findBook,
  hashReadings,
  refuseDuplicateExternalId,
  toRow,
} from './change-book.ts';
export { changeChapters } from './change-chapters.ts';
export { type FieldsToStore, changeFields, fieldNames, prepareFields } from './fields.ts';
