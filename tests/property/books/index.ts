/** Cases with generated histories of a book, ISBNs and dates. */
export { dates } from './dates.check.ts';
export { histories } from './histories.check.ts';
export { isbn, createUniqueIsbn } from './isbn.check.ts';
