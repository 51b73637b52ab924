/** Sends requests: address, key, time, retries, hooks, and the raw client above them. */
export { completeAddress } from './address.ts';
export * from './call-promise.ts';
export * from './call.ts';
export * from './hooks.ts';
export { createLimiter, type Limiter } from './limiter.ts';
export type { Middleware, RawClient } from './raw-client.ts';
export * from './retry.ts';
export * from './service.ts';
export type { Fetch } from './transport.ts';
export * from './waiting.ts';
