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
  absent,
  open,
  refuseFor,
  stated,
} from './refusal.ts';
export { type Rules, rulesFor } from './rules.ts';
