/** Cases about the bounds and pages of the list, and the books that they use. */
export * from './french-books.ts';
export { pagination } from './pagination.check.ts';
