/** Sends one request within its time, and decides when it is repeated. */
export {
  attemptOnce,
  type AttemptResult,
  type Owner,
  pause,
  type Trace,
  waitWithin,
} from './attempt.ts';
export { discardBody, largestBody, makeReadable, readText } from './body.ts';
export { beginCall, type Call, type CallOptions, type Limits } from './call-options.ts';
export { createNetworkError } from './connection-failure.ts';
export { startDeadline } from './deadline.ts';
export { checkHeaders, checkKey, clientHeaders, type HeaderRecord } from './headers.ts';
export { createLimiter, type Limiter } from './limiter.ts';
export { onAbort } from './on-abort.ts';
export { readRetryAfter } from './retry-after.ts';
export {
  isUnclear,
  isUnreadableSuccess,
  leavesOpen,
  mayBeRunning,
  mayRepeat,
  requestedWait,
} from './retry-policy.ts';
export {
  type AttemptEnd,
  createRetryBudget,
  longestWaitMs,
  retry,
  type RetryMeans,
} from './retry.ts';
export { isNode, knowsCredentials } from './runtime.ts';
export { systemTime, type Time } from './time.ts';
