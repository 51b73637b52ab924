/** Claims on the client under random faults: no second book, no secret, no error without a class, no hang. */
import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { canary } from '../../src/client/known-faults.ts';
import { randomScenario } from '../../src/client/random-scenario.ts';
import { createSandbox } from '../../src/sandbox/sandbox.ts';
import type { Claim } from './claim.ts';

/** A service that takes any external id twice: nothing but the client prevents a second book. */
const lax = {
  key: canary.apiKey,
  readings: { 'create.duplicate-external-id': 'accepted' },
};

/** As many stories are told at once, and as many before the sandbox is emptied. */
const atOnce = 20;
const perSandbox = 200;

async function told(first: number, last: number): Promise<void> {
  const sandbox = await createSandbox(lax);
  const made = async (externalId: string) =>
    (await sandbox.books()).filter((book) => book.externalId === externalId).map(({ id }) => id);
  const tell = async (seed: number) =>
    randomScenario({
      seed,
      service: sandbox.fetch,
      made,
      inspect: (error) => inspect(error, { depth: 9 }),
    });
  try {
    for (let seed = first; seed < last; seed += atOnce) {
      const seeds = Array.from({ length: Math.min(atOnce, last - seed) }, (_, n) => seed + n);
      assert.deepEqual((await Promise.all(seeds.map(tell))).flat(), []);
      if ((seed - first) % perSandbox === 0) await sandbox.reset();
    }
  } finally {
    await sandbox.close();
  }
}

export const clientFaults: readonly Claim[] = [
  {
    says: 'the client makes no second book, shows no secret and hangs at nothing: 200 random stories',
    prove: async () => told(0, 200),
    inSample: true,
  },
  {
    says: 'the client makes no second book, shows no secret and hangs at nothing: 10,000 random stories',
    prove: async () => told(200, 10_200),
    inSample: false,
  },
];
