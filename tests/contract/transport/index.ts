/** Accounts, and observations of keys, paths and bodies where the document is silent. */
export { accounts } from './accounts.check.ts';
export { observedKeys } from './observed-keys.check.ts';
export { observedPassing } from './observed-passing.check.ts';
export { observedTransport } from './observed-transport.check.ts';
