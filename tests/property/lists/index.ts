/** Properties of the list: bounds and pages. */
export { listBounds } from './list-bounds.check.ts';
export { findListedEventually, isDeletedBookListed } from './listed-books.ts';
export { pagination } from './pagination.check.ts';
export { getCreatedTime, listFrenchBooks, selectOwn, getShelf } from './shelf.ts';
