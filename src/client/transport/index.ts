/** How requests reach the service: address, key, time, retries, hooks, and the raw client above them. */
export { completeAddress } from './address.ts';
export { pause, type Owner, type Trace } from './attempt.ts';
export { readText } from './body.ts';
export {
  createCall,
  type CallPromise,
  type MultiCallPromise,
  type Outcome,
} from './call-promise.ts';
export type { Call, CallOptions, Limits } from './call-options.ts';
export { startDeadline } from './deadline.ts';
export { readVariable } from './environment.ts';
export { checkHeaders, checkKey, clientHeaders, type HeaderRecord } from './headers.ts';
export {
  createReport,
  ignoreErrors,
  type Logger,
  type OnEnd,
  type OnRequest,
  type RequestEnd,
  type RequestStart,
} from './hooks.ts';
export { createLimiter, type Limiter } from './limiter.ts';
export { onAbort } from './on-abort.ts';
export type { Middleware, RawClient } from './raw-client.ts';
export { readRetryAfter } from './retry-after.ts';
export { isUnreadableSuccess, leavesOpen, mayBeRunning, requestedWait } from './retry-policy.ts';
export { createRetryBudget, longestWaitMs, retry, type AttemptEnd } from './retry.ts';
export {
  createService,
  type CallResult,
  type Reader,
  type Service,
  type Validate,
} from './service.ts';
export { systemTime, type Time } from './time.ts';
export type { Fetch } from './transport.ts';
export { isNode, knowsCredentials } from './runtime.ts';
