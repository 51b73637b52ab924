/** Properties of a book over its life, and of ISBNs, dates and refused values. */
export { bookLife } from './book-life.check.ts';
export { dates } from './dates.check.ts';
export { isbn } from './isbn.check.ts';
export { ownIsbn } from './own-isbn.ts';
export { refusedValues } from './refused-values.check.ts';
