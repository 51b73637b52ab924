/** Sends requests, with time limits, retries and hooks; and the raw client on top of that. */
export * from './service.ts';
export * from './call-promise.ts';
export * from './call.ts';
export * from './hooks.ts';
export * from './waiting.ts';
export type { Middleware, RawClient } from './raw-client.ts';
export * from './retry.ts';
export type { Fetch } from './transport.ts';
