/** Properties of the list: bounds and pages. */
export { listBounds } from './list-bounds.check.ts';
export { listedItem, listsDeleted } from './newest.ts';
export { pagination } from './pagination.check.ts';
export { createdTime, frenchItems, ownOf, shelf } from './shelf.ts';
