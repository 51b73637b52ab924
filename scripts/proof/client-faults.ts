/**
 * Claims on the client under random faults: no second book, no secret, no error without a class, no hang. The first
 * stories of each kind are tests (`src/client/random-stories.test.ts`).
 */
import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { canary } from '../../src/client/scenes/known-faults.ts';
import { runRandomFlow } from '../../src/client/scenes/random-flow.ts';
import { runRandomScenario } from '../../src/client/scenes/random-scenario.ts';
import { runRandomWalk } from '../../src/client/scenes/random-walk.ts';
import { namelessBook, createScene } from '../../src/client/scenes/scene.ts';
import { type Sandbox, createSandbox } from '../../src/sandbox/index.ts';
import type { Claim } from './claim.ts';

/** A service that accepts an external id twice, so that only the client can prevent a second book. */
const laxService = {
  key: canary.apiKey,
  readings: { 'create.duplicate-external-id': 'accepted' },
};

/** How many stories run at the same time, and how many before the sandbox is reset. */
const atOnce = 20;
const perSandbox = 200;

type Story = (sandbox: Sandbox, seed: number) => Promise<readonly string[]>;

/** The parts of the sandbox and of errors that the stories inspect. */
const sandboxView = (sandbox: Sandbox) => ({
  service: sandbox.fetch,
  storage: sandbox.storageFetch,
  findBooks: async (externalId: string) =>
    (await sandbox.books()).filter((book) => book.externalId === externalId),
  files: async (id: string) =>
    (await sandbox.books())
      .filter((book) => book.id === id)
      .flatMap((book) => book.files.map(({ filename }) => filename)),
  inspect: (error: unknown) => inspect(error, { depth: 9 }),
});

const call: Story = async (sandbox, seed) => runRandomScenario({ seed, ...sandboxView(sandbox) });
const flow: Story = async (sandbox, seed) => runRandomFlow({ seed, ...sandboxView(sandbox) });

async function run(first: number, last: number, story: Story): Promise<void> {
  const sandbox = await createSandbox(laxService);
  try {
    for (let seed = first; seed < last; seed += atOnce) {
      const seeds = Array.from({ length: Math.min(atOnce, last - seed) }, (_, n) => seed + n);
      const stories = seeds.map(async (entry) => story(sandbox, entry));
      assert.deepEqual((await Promise.all(stories)).flat(), []);
      if ((seed - first) % perSandbox === 0) await sandbox.reset();
    }
  } finally {
    await sandbox.close();
  }
}

/** Walks over one list of thirty books. */
async function walk(first: number, last: number): Promise<void> {
  const sandbox = await createSandbox(laxService);
  try {
    const { books } = createScene(sandbox.fetch);
    const all: string[] = [];
    for (let number = 0; number < 30; number += 1) all.push((await books.create(namelessBook)).id);
    for (let seed = first; seed < last; seed += 1) {
      assert.deepEqual(await runRandomWalk({ seed, service: sandbox.fetch, all }), []);
    }
  } finally {
    await sandbox.close();
  }
}

export const clientFaults: readonly Claim[] = [
  // In parts, so that one part can be repeated.
  ...[200, 2_700, 5_200, 7_700].map((first, part) => ({
    says: `the client creates no second book, discloses no secret and never hangs: 10,000 random stories, part ${part + 1} of 4`,
    prove: async () => run(first, first + 2_500, call),
    inSample: false,
  })),
  {
    says: 'a walk over broken pages shows every book once or throws: 2,000 random walks',
    prove: async () => walk(200, 2_200),
    inSample: false,
  },
  {
    says: 'a flow completes despite random failures, sends each file once, and then only reads: 1,000 random stories',
    prove: async () => run(40, 1_040, flow),
    inSample: false,
  },
];
