/** Observations of the list where the document is silent. */
export { observedList } from './observed-list.check.ts';
export { observedListed } from './observed-listed.check.ts';
