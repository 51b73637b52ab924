/** The flows, which publish an ebook, a print book or an audiobook in one call. */
export { createFlows } from './run-flow.ts';
export type * from './flows.ts';
