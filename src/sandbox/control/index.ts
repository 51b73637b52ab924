/** The control API of a running sandbox: books, clock, reviews and chaos rules, over HTTP. */
export { createControlApp } from './control-app.ts';
export type * from './control-operations.ts';
export { createRequestLog, type LoggedRequest } from './request-log.ts';
export { getAccountName } from './scope.ts';
