/** The reading of each silence, the rules that follow from the readings, and refusals. */
export {
  type Readings,
  type SettableId,
  chooseReadings,
  getDefaultReadings,
  settableIds,
} from './readings.ts';
export {
  type Concern,
  Refusal,
  type RefusalParts,
  type Subject,
  createNotFound,
  applyReading,
  refuseIfAny,
  createConcern,
} from './refusal.ts';
export { type Rules, chooseRules } from './rules.ts';
