/**
 * The monitor: a model of the interface document in three-valued logic that judges any history of
 * exchanges, whoever made them. It sends nothing and reads no clock.
 */
export { createWorld, type World, type WorldOptions } from './world/index.ts';
export { observe, type Observed } from './observe.ts';
export type {
  CallInFlight,
  KeyState,
  ObservedExchange,
  ReceivedResponse,
  SentBody,
  SentRequest,
} from './exchange.ts';
export type { Judgement, Observation } from './judgement.ts';
export { dimensions, type Dimension, type Situation, type ValueOf } from './situations/index.ts';
