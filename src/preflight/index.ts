/**
 * The exports of the pre-flight.
 * @module book-distribution-client/preflight
 */
export {
  preflight,
  type StandalonePreflight,
  type PreflightOptions,
  type RuleName,
} from './preflight.ts';
export { PreflightError } from './preflight-error.ts';
