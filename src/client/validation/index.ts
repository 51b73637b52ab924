/** What a user of the validation imports. */
export type { Violation } from './judge.ts';
export { validation, type ValidationOptions } from './validation.ts';
