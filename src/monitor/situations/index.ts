/** Reads the conditions under which an exchange was judged, and counts them by requirement. */
export { dimensions, type Situation } from './dimensions.ts';
export { countSituations, possibleSituations, type SituationCount } from './possible-situations.ts';
export { readSituation } from './read-situation.ts';
