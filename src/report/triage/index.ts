/** Groups drifts by likely cause, and finds the place that differs. */
export { type Cause, groupByCause } from './causes.ts';
export { findDifferingPlace, findWrongStatus, splitExpectation } from './differing-place.ts';
export { shortenSides } from './shorten-values.ts';
