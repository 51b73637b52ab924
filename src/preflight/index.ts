/**
 * The exports of the pre-flight.
 * @module book-distribution-client/preflight
 */
export {
  preflight,
  PreflightError,
  type StandalonePreflight,
  type PreflightOptions,
  type RuleName,
} from './preflight.ts';
