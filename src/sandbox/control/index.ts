/** The control API: books, clock, reviews and disturbances of a running sandbox, over HTTP. */
export { createControlApp } from './control-app.ts';
export type {
  AccountBehaviour,
  ControlTools,
  SandboxClock,
  SandboxState,
} from './control-operations.ts';
export { createRequestLog, type LoggedRequest } from './request-log.ts';
