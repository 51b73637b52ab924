/** Makes the three flows over the calls of `books`. */
import type { Format } from '../contract.ts';
import { createCall, type MultiCallPromise } from '../transport/index.ts';
import type { FlowOptions, FlowResult, Flows } from './flows.ts';
import { runFlow, type AnyPlan, type FlowMeans } from './run-flow.ts';

export function createFlows(means: FlowMeans): Flows {
  const flow =
    (format: Format) =>
    (plan: Omit<AnyPlan, 'format'>, options: FlowOptions = {}): MultiCallPromise<FlowResult> =>
      createCall(async () => runFlow(means, { ...plan, format }, options));
  return { ebook: flow('ebook'), print: flow('print'), audiobook: flow('audio') };
}
