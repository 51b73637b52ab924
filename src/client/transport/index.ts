/** Sends requests, with time limits, retries and hooks; and the raw client on top of that. */
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
