/** Observations of the list where the document is silent. */
export { observedList } from './observed-list.check.ts';
export { observedListItems } from './observed-list-items.check.ts';
