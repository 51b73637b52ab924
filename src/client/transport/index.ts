/** How requests reach the service: address, key, time, retries, hooks, and the raw client above them. */
export { completeAddress } from './address.ts';
export {
  createCall,
  createRecorder,
  type CallPromise,
  type MultiCallPromise,
  type Outcome,
} from './call-promise.ts';
export { readVariable } from './environment.ts';
export {
  createReport,
  ignoreErrors,
  type Logger,
  type OnEnd,
  type OnRequest,
  type RequestEnd,
  type RequestStart,
} from './hooks.ts';
export type { Middleware, RawClient } from './raw-client.ts';
export {
  createService,
  type CallResult,
  type Reader,
  type Service,
  type Validate,
} from './service.ts';
export type { Fetch } from './transport.ts';
