/** The control API of a running sandbox: books, clock, reviews and chaos rules, over HTTP. */
export type { AccountBehaviour } from '../account-settings.ts';
export { createControlApp } from './control-app.ts';
export type * from './control-operations.ts';
export { createRequestLog, type LoggedRequest } from './request-log.ts';
export { getAccountName } from './scope.ts';
