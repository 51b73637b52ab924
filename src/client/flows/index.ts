/** Three flows that each publish a book with one call: ebook, print book and audiobook. */
export { createFlows } from './run-flow.ts';
export type * from './flows.ts';
