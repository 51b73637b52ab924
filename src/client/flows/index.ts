/** The three ways of a book into the shops, one call each. */
export { createFlows } from './run-flow.ts';
export type * from './flows.ts';
