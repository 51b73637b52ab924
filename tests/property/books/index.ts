/** Cases with generated ISBNs. */
export { isbn, createUniqueIsbn } from './isbn.check.ts';
