/** Writes the answers from the sandbox: books, lists, grants and refusals. */
export { type Answer, emptyAnswer, jsonAnswer, withHeaders } from './answer.ts';
export { type ListQuery } from './present-list.ts';
export { type Presenters, createPresenters } from './present.ts';
