/** Groups drifts by likely cause, and finds the place that differs. */
export { type Cause, causesOf } from './causes.ts';
export { differingPlace } from './differing-place.ts';
export { bothSides } from './shorten-values.ts';
export { statusesOf } from './statuses.ts';
