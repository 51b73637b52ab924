/** The exports of the pre-flight. */
export { preflight, type StandalonePreflight, type PreflightOptions } from './preflight.ts';
export { PreflightError } from './preflight-error.ts';
export type { RuleName } from './rules.ts';
