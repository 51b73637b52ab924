/** Generated histories: calls chosen by what the monitor knows, until a budget is used. */
export {
  findCounterexample,
  type PlayHistory,
  playRemembered,
  type RememberedHistory,
} from './counterexample.ts';
export { explore, type PlayedStep } from './explore.ts';
export {
  createNovelty,
  type JudgedSituations,
  listSituationConditions,
  type Novelty,
} from './novelty.ts';
export { playHistory } from './play-step.ts';
export { type History, parseHistory } from './step.ts';
