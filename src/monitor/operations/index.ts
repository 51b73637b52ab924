/** What the monitor knows of each operation. */
export type { Effect } from './operation.ts';
export { isOpenLabel } from './request-uploads/grant-view.ts';
export { knownListParameters } from './list-books/list-query.ts';
export { applyEffect, getExpectation, judgeContent, learnFromResponse } from './operations.ts';
