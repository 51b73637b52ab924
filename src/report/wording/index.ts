/** Words, counts and groups that every form of a report shares. */
export { describeCall } from './caller-words.ts';
export {
  countDrifting,
  type Drifting,
  driftsOfAdvice,
  isNew,
  knownDrifts,
  newDrifts,
} from './drift-counts.ts';
export { grouped } from './group-rows.ts';
export { type Reasoned, reasonGroups, withShortReason } from './reasons.ts';
export { neverBegan } from './never-began.ts';
export { readOnlyWords } from './read-only.ts';
export { erroredRequirements, unprovenRequirements } from './unproven-requirements.ts';
export { bothSides } from './shorten-values.ts';
export { provesTooLittle } from './too-little.ts';
export { verdictCounts, verdictHeading, verdictReason, verdictWords } from './verdict-words.ts';
export { count, cut, minute, plain } from './text.ts';
