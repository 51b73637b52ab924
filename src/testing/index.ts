/** What the tests of a program import that talks to the service: a service of their own. */
export { createClock, type SettableClock } from '../sandbox/clock.ts';
export type { Book as KeptBook } from '../sandbox/book.ts';
export type { Alteration } from '../sandbox/sandbox.ts';
export type { OperationId } from '../contract/operations.ts';
export type { DocumentedAnswer } from './documented-answers.ts';
export type { Respond } from './interceptions.ts';
export {
  testingService,
  type Exchanged,
  type TestingFetch,
  type TestingOptions,
  type TestingService,
} from './service.ts';
