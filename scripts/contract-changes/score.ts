/** Redocly's score for how easy the contract is to integrate. It must not fall. */
import { isObject } from '../../src/contract/json-pointer.ts';
import { redocly } from '../redocly/redocly.ts';

/** Out of 100. The rest would need constraints that the document does not state. */
export const leastScore = 83;

/** Returns the score of the contract, out of 100; throws Redocly's message if there is none. */
export async function scoreOfContract(): Promise<number> {
  const { out, err } = await redocly(['score', 'openapi/distribution.yaml', '--format', 'json']);
  const report: unknown = JSON.parse(out.slice(out.indexOf('{')) || '{}');
  const score = isObject(report) ? report['agentReadiness'] : undefined;
  if (typeof score === 'number') return score;
  throw new Error(`redocly score returned no number: ${err}`);
}
