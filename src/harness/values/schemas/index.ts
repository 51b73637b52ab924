/** Values by the schemas of the contract: everyday ones, and those that differ from a valid one in a single place. */
export { addOptional, completeBody } from './complete-body.ts';
export { readAt, replaceAt } from './paths.ts';
export type { Variation } from './classes.ts';
export { listBodyVariations, listParameterVariations } from './variations.ts';
