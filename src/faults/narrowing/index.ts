/** Faults restricted to some requests. */
export { findFault, neverShow } from './narrow.ts';
export { operators } from './circumstances.ts';
