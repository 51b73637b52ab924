/** Compares success responses with the contract. */
export type { Violation } from './judge.ts';
export { createValidation, type ValidationOptions } from './validation.ts';
