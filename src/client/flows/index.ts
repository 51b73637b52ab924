/** The flows, which publish an ebook, a print book or an audiobook in one call. */
export type * from './flow-plan.ts';
export { createFlows } from './flows.ts';
