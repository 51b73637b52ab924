/** The reading of each silence, the rules that follow from the readings, and refusals. */
export {
  type Readings,
  type SettableId,
  chooseReadings,
  defaultReadings,
  settableIds,
} from './readings.ts';
export {
  type Concern,
  Refusal,
  type RefusalParts,
  type Subject,
  notFound,
  readingConcern,
  refuseIfAny,
  documentedConcern,
} from './refusal.ts';
export { type Rules, chooseRules } from './rules.ts';
