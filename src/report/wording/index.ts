/** Words, counts and groups that every form of a report shares. */
export {
  countDrifting,
  type Drifting,
  driftLines,
  driftsOfAdvice,
  isNew,
  knownDrifts,
  newDrifts,
} from './drift-counts.ts';
export {
  erroredRequirements,
  type UntestedRow,
  reasonGroups,
  unprovenRequirements,
  withShortReason,
} from './reasons.ts';
export {
  neverBegan,
  provesTooLittle,
  readOnlyWords,
  verdictCounts,
  verdictHeading,
  verdictReason,
  verdictWords,
} from './verdict-words.ts';
export { count, cut, describeCall, grouped, minute, plain } from './text.ts';
