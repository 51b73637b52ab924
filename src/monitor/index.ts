/**
 * The monitor: a model of the interface document in three-valued logic that judges any history of
 * exchanges from any source. It sends nothing and reads no clock.
 */
export {
  type Book,
  createWorld,
  isClientField,
  type World,
  type WorldOptions,
} from './world/index.ts';
export { type JudgedRequest, observe, type ObserveResult } from './observe.ts';
export { isCertain, getKnownValue, locateInWindow } from './expectations/index.ts';
export { readParamNames } from './responses.ts';
export type {
  CallInFlight,
  KeyState,
  ObservedExchange,
  SentBody,
  SentRequest,
} from './exchange.ts';
export type { Judgement } from './judging/index.ts';
export {
  countSituations,
  dimensions,
  possibleSituations,
  type Situation,
  type SituationCount,
} from './situations/index.ts';
