/** What the monitor knows of each operation. */
export { type ContentVerdicts, type Effect } from './operation.ts';
export { isOpenLabel } from './request-uploads/grant-view.ts';
export { applyEffect, getExpectation, judgeContent, learnFromResponse } from './operations.ts';
