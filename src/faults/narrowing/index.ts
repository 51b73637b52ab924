/** Faults restricted to some requests. */
export { findFault, neverShowing } from './narrow.ts';
export { operators } from './operators.ts';
