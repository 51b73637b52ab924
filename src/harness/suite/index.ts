/** The parts of a suite: checks, observations, watches, properties. */
export {
  type CaseBody,
  check,
  type Check,
  type Item,
  type Observation,
  observe,
  type Property,
  section,
  type Section,
  watch,
  type Watch,
} from './check.ts';
export { forAll, forAllHistories, type Move } from './for-all.ts';
export { retryWhileUnclear } from './retry-while-unclear.ts';
