/** Cases with generated ISBNs and dates. */
export { dates } from './dates.check.ts';
export { isbn, createUniqueIsbn } from './isbn.check.ts';
