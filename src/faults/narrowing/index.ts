/** Faults restricted to some requests. */
export { findFault } from './narrow.ts';
export { operators } from './operators.ts';
