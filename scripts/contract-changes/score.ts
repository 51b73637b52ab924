/** Redocly's score for how easy the contract is to integrate. It must not fall. */
import { isObject } from '../../src/contract/json-pointer.ts';
import { redocly } from '../redocly/redocly.ts';

/** Of 100. The rest would need constraints that the document does not state. */
export const leastScore = 83;

/** Returns the score of the contract, out of 100; throws Redocly's message when there is none. */
export async function scoreOfContract(): Promise<number> {
  const { out, err } = await redocly(['score', 'openapi/distribution.yaml', '--format', 'json']);
  const told: unknown = JSON.parse(out.slice(out.indexOf('{')) || '{}');
  const score = isObject(told) ? told['agentReadiness'] : undefined;
  if (typeof score === 'number') return score;
  throw new Error(`redocly score told no number: ${err}`);
}
