/** Groups drifts by likely cause, finds the place that differs, and describes drifts. */
export { type Cause, groupByCause } from './causes.ts';
export * from './differing-place.ts';
export { describeKey, findBlamedOperation, findWrongCall } from './drift-calls.ts';
export {
  describeCall,
  describeDrift,
  describeFrequency,
  describeNotice,
  describeSides,
  formatDriftLines,
} from './drift-facts.ts';
export { describeBefore, describeSent } from './sent-facts.ts';
export { describeFailures } from './titles.ts';
