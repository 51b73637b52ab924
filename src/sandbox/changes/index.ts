/** Finds books, changes them without losing concurrent changes, and computes their new fields. */
export {
  changeBook,
  endReview,
  getExternalIdRule,
  findBook,
  hashReadings,
  refuseTakenId,
  toRow,
} from './change-book.ts';
export { changeChapters } from './change-chapters.ts';
export { type FieldsToStore, changeFields, fieldNames, prepareFields } from './fields.ts';
