/** Finds books, changes them without losing concurrent changes, and computes their new fields. */
export * from './change-book.ts';
export * from './fields.ts';
