/** What the list shows where the document is silent. */
export { observedList } from './observed-list.check.ts';
export { observedListed } from './observed-listed.check.ts';
