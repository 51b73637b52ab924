/** The exports of the validation. */
export type { Violation } from './judge.ts';
export { validation, type ValidationOptions } from './validation.ts';
