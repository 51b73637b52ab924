/** The conditions under which an exchange was judged. */
export { dimensions } from './dimensions.ts';
export type { Situation } from './situation.ts';
export { countSituations, possibleSituations, type SituationCount } from './possible.ts';
export { situationOf } from './situation-of.ts';
