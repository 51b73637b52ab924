/**
 * The values of all requests: everyday ones, edges, values that the document leaves open, and values that a service must
 * refuse for exactly one reason.
 */
export * from './books.ts';
export * from './chapters.ts';
export type { ValueKind } from './candidate.ts';
export { addOptional, completeBody } from './complete-body.ts';
export * from './dates.ts';
export * from './files.ts';
export * from './isbn.ts';
export * from './keys.ts';
export * from './texts.ts';
export { parsePath, readAt, replaceAt } from './paths.ts';
export { isNearestMistake } from './value-kinds.ts';
export type { Variation } from './value-kinds.ts';
export {
  drawOfEachClass,
  drawVariation,
  listBodyVariations,
  listParameterVariations,
} from './variations.ts';
