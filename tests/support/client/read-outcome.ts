/** Reads the outcome of a call in a scene, and checks that it shows no secret. */
import { inspect } from 'node:util';
import { expect } from 'vitest';
import { isDistributionError } from '../../../src/client/errors/index.ts';
import { canary } from './known-faults.ts';
import { sceneOrigin, type Scene } from './scene.ts';

/** Returns the value of a call or its error, which must be a DistributionError without secrets. */
export async function readOutcome(call: PromiseLike<unknown>, { requests }: Scene) {
  let outcome: unknown;
  try {
    outcome = await call;
  } catch (error) {
    outcome = error;
    expect(isDistributionError(error)).toBe(true);
    const errorText = String(error) + JSON.stringify(error) + inspect(error, { depth: 9 });
    expect(errorText).not.toMatch(/canary/);
  }
  for (const request of requests) {
    expect(request).toMatchObject({ origin: sceneOrigin, key: canary.apiKey });
  }
  return outcome;
}
