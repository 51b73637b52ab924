/** Groups drifts by likely cause, and finds the place that differs. */
export { type Cause, causesOf } from './causes.ts';
export { differingPlace, statusesOf } from './differing-place.ts';
export { bothSides } from './shorten-values.ts';
