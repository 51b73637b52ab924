/** Cases about accounts, and observations of keys, paths, bodies and headers. */
export { accounts } from './accounts.check.ts';
export { observedKeys } from './observed-keys.check.ts';
export { observedTraffic } from './observed-traffic.check.ts';
export { observedTransport } from './observed-transport.check.ts';
