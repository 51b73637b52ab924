/** Writes the responses of the sandbox: books, lists, grants and refusals. */
export { type SandboxResponse, emptyResponse, jsonResponse, withHeaders } from './response.ts';
export { type ListQuery } from './present-list.ts';
export { type Presenters, createPresenters } from './present.ts';
