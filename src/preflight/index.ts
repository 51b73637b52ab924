/** The exports of the pre-flight. */
export { preflight, type StandalonePreflight, type PreflightOptions } from './preflight.ts';
export type { RuleName } from './rules.ts';
