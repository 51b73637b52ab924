/** The three ways of a book into the shops, one call each. */
export { createFlows } from './create-flows.ts';
export type {
  Flow,
  FlowBook,
  FlowOptions,
  FlowPlan,
  FlowResult,
  Flows,
  FlowStep,
} from './flows.ts';
