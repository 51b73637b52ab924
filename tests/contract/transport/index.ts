/** Cases about keys, errors and transport. */
export { authentication } from './authentication.check.ts';
export { errors } from './errors.check.ts';
export { observedKeys } from './observed-keys.check.ts';
export { observedPassing } from './observed-passing.check.ts';
export { observedTransport } from './observed-transport.check.ts';
