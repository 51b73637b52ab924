/** How requests reach the service: address, key, time, retries, hooks, and the raw client above them. */
export { completeAddress } from './address.ts';
export {
  createCall,
  createRecorder,
  type CallPromise,
  type MultiCallPromise,
  type Outcome,
} from './call-promise.ts';
export * from './hooks.ts';
export type { Middleware, RawClient } from './raw-client.ts';
export * from './service.ts';
export type { Fetch } from './transport.ts';
