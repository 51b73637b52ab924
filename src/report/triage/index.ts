/** Groups drifts by likely cause, finds the place that differs, and describes drifts. */
export { type Cause, groupByCause } from './causes.ts';
export * from './differing-place.ts';
export { describeKey, findBlamedOperation, findWrongCall } from './drift-calls.ts';
export {
  describeBook,
  describeCall,
  describeDrift,
  describeFrequency,
  describeNotice,
  describeSent,
  describeSides,
  formatDriftLines,
} from './drift-facts.ts';
export { describeFailures } from './titles.ts';
