/** Applies calls to the known state of a book. */
export {
  type EffectTime,
  getEffectTime,
  getKeptStatus,
  withField,
  withoutFinalFlag,
  withStatus,
} from './change.ts';
export { withSettledUpdates } from './concurrent-updates.ts';
export {
  getDraftStatuses,
  getLateStatuses,
  withQueuedPublish,
  withShownPublish,
} from './queued-publishes.ts';
export { computeUpdate, getCreatedValues, mayBeMerged } from './stored-values.ts';
export { titleMark, withExternalId, withMarks, withUsedMarks } from './used-marks.ts';
