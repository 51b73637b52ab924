/** Cases about the bounds and pages of the list, and the books that they use. */
export { findListItemEventually, isDeletedBookListed } from './listed-books.ts';
export { pagination } from './pagination.check.ts';
export {
  getCreatedTime,
  fetchFrenchItems,
  selectOwnItems,
  getFrenchBooks,
} from './french-books.ts';
