/** Sends requests within the limits of their call, and decides when one is repeated. */
export { attemptOnce, type AttemptMeans } from './attempt.ts';
export {
  beginCall,
  checkHeaders,
  checkKey,
  checkNumber,
  clientHeaders,
  type Call,
  type CallOptions,
  type HeaderRecord,
  type Limits,
} from './call.ts';
export { createLimiter, type Limiter } from './limiter.ts';
export * from './retry.ts';
export { systemTime, type Time } from './time.ts';
export { onAbort, pause, runWithin, waitWithin } from './waiting.ts';
