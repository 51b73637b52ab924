/** What a user of the pre-flight imports. */
export { preflight, type StandalonePreflight, type PreflightOptions } from './preflight.ts';
export type { RuleName } from './rules.ts';
