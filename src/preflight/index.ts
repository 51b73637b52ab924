/** The exports of the pre-flight. */
export {
  preflight,
  type StandalonePreflight,
  type PreflightOptions,
  type RuleName,
} from './preflight.ts';
export { PreflightError } from './preflight-error.ts';
