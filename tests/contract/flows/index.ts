/** Calls at the same time. */
export { races } from './races.check.ts';
