/** Values by the schemas of the contract: everyday ones, and those that differ from a valid one in a single place. */
export { addOptional, completeBody, readAt, replaceAt } from './complete-body.ts';
export type { Variation } from './classes.ts';
export { listBodyVariations, listParameterVariations } from './variations.ts';
