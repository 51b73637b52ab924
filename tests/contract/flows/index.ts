/** Whole flows, and calls that race. */
export { flows } from './flows.check.ts';
export { races } from './races.check.ts';
export { wholeLife } from './whole-life.check.ts';
