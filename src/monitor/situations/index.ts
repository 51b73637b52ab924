/** Reads the conditions under which an exchange was judged, and counts them by requirement. */
export { type Dimension, dimensions, type Situation, classifyTexts } from './dimensions.ts';
export { type Circumstances, readCircumstances } from './circumstances.ts';
export { countSituations, possibleSituations, type SituationCount } from './possible-situations.ts';
export { readSituation } from './read-situation.ts';
