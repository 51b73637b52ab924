/** Properties of the list: bounds, filters, order, pages. */
export { listBounds } from './list-bounds.check.ts';
export { listFilters } from './list-filters.check.ts';
export { listSort } from './list-sort.check.ts';
export { listedItem, stillListed } from './newest.ts';
export { pagination } from './pagination.check.ts';
export { createdTime, frenchItems, ownOf, shelf } from './shelf.ts';
