/** Generated histories: calls chosen by what the monitor knows, until a budget is used. */
export { findCounterexample } from './counterexample.ts';
export { explore, type PlayedStep } from './explore.ts';
export { createNovelty, type Novelty } from './novelty.ts';
