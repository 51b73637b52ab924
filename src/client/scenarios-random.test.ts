/** Takes a book's life through random faults: the long form is `npm run proof`, with ten thousand seeds. */
import { inspect } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from '../sandbox/sandbox.ts';
import { canary } from './known-faults.ts';
import { randomScenario } from './random-scenario.ts';

/** A service that takes any external id twice: nothing but the client prevents a second book. */
const lax = {
  key: canary.apiKey,
  readings: { 'create.duplicate-external-id': 'accepted' },
};

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await createSandbox(lax);
});
afterAll(async () => sandbox.close());

const made = async (externalId: string) =>
  (await sandbox.books()).filter((book) => book.externalId === externalId).map(({ id }) => id);

it('makes no second book, shows no secret, and ends in time with an error of ours', async () => {
  const service = sandbox.fetch;
  const seeds = Array.from({ length: 200 }, (_, seed) => seed);
  for (let first = 0; first < seeds.length; first += 20) {
    const some = seeds.slice(first, first + 20);
    const run = async (seed: number) =>
      randomScenario({ seed, service, made, inspect: (error) => inspect(error, { depth: 9 }) });
    expect((await Promise.all(some.map(run))).flat()).toEqual([]);
  }
}, 60_000);
