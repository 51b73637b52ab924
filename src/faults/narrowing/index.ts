/** Faults restricted to some requests. */
export { findFault } from './find-fault.ts';
export { operators } from './operators.ts';
