/**
 * The monitor: a model of the interface document in three-valued logic that judges any history of
 * exchanges from any source. It sends nothing and reads no clock.
 */
export {
  type Book,
  createWorld,
  getOnlyValue,
  isClientField,
  type UploadedFile,
  type World,
  type WorldOptions,
} from './world/index.ts';
export { observe, type ObserveResult } from './observe.ts';
export { type JudgedRequest, predict } from './predict.ts';
export { describeIsbnMistake, isCertain, getKnownValue, locateInWindow } from './grounds/index.ts';
export { type Call, findOperation, splitQuery, type UnknownCall } from './call.ts';
export * from './exchange.ts';
export * from './masks.ts';
export * from './responses.ts';
export { knownListParameters } from './operations/index.ts';
export { failuresInARow } from './judging/index.ts';
export type { Judgement } from './views/index.ts';
export {
  type Circumstances,
  classifyTexts,
  countSituations,
  type Dimension,
  dimensions,
  possibleSituations,
  readCircumstances,
  type Situation,
  type SituationCount,
} from './situations/index.ts';
