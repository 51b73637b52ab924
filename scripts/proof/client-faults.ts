/**
 * Claims on the client under random faults: it creates no second book, discloses no secret, throws no error
 * without a class, and never hangs. `src/client/random-faults.test.ts` runs the first stories of each kind.
 */
import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { canary } from '../../src/client/scenes/known-faults.ts';
import { runRandomFlow } from '../../src/client/scenes/random-flow.ts';
import { runRandomScenario } from '../../src/client/scenes/random-scenario.ts';
import { runRandomWalk } from '../../src/client/scenes/random-walk.ts';
import { ebook, createScene } from '../../src/client/scenes/scene.ts';
import { type Sandbox, createSandbox } from '../../src/sandbox/index.ts';
import type { Claim } from './claim.ts';

/** A service that accepts an external id twice, so that only the client can prevent a second book. */
const laxService = {
  key: canary.apiKey,
  readings: { 'create.duplicate-external-id': 'accepted' },
};

/** The number of stories that run at the same time, and the number after which the sandbox is reset. */
const concurrentStories = 20;
const storiesPerReset = 200;

type Story = (sandbox: Sandbox, seed: number) => Promise<readonly string[]>;

const exposeSandbox = (sandbox: Sandbox) => ({
  service: sandbox.fetch,
  storage: sandbox.storageFetch,
  findBooks: async (externalId: string) =>
    (await sandbox.books()).filter((book) => book.externalId === externalId),
  listFiles: async (id: string) =>
    (await sandbox.books())
      .filter((book) => book.id === id)
      .flatMap((book) => book.files.map(({ filename }) => filename)),
  inspect: (error: unknown) => inspect(error, { depth: 9 }),
});

const callStory: Story = async (sandbox, seed) =>
  runRandomScenario({ seed, ...exposeSandbox(sandbox) });
const flowStory: Story = async (sandbox, seed) =>
  runRandomFlow({ seed, ...exposeSandbox(sandbox) });

async function runStories(first: number, last: number, story: Story): Promise<void> {
  const sandbox = await createSandbox(laxService);
  try {
    for (let seed = first; seed < last; seed += concurrentStories) {
      const seeds = Array.from(
        { length: Math.min(concurrentStories, last - seed) },
        (_, n) => seed + n,
      );
      const stories = seeds.map(async (storySeed) => story(sandbox, storySeed));
      assert.deepEqual((await Promise.all(stories)).flat(), []);
      if ((seed - first) % storiesPerReset === 0) await sandbox.reset();
    }
  } finally {
    await sandbox.close();
  }
}

/** Walks over the pages of one list of thirty books, once for each seed. */
async function walkPages(first: number, last: number): Promise<void> {
  const sandbox = await createSandbox(laxService);
  try {
    const { books } = createScene(sandbox.fetch);
    const allIds: string[] = [];
    for (let number = 0; number < 30; number += 1) allIds.push((await books.create(ebook)).id);
    for (let seed = first; seed < last; seed += 1) {
      assert.deepEqual(await runRandomWalk({ seed, service: sandbox.fetch, allIds }), []);
    }
  } finally {
    await sandbox.close();
  }
}

export const clientFaults: readonly Claim[] = [
  // In four parts, so that one part can be repeated.
  ...[200, 2_700, 5_200, 7_700].map((first, part) => ({
    says: `the client creates no second book, discloses no secret and never hangs: 10,000 random stories, part ${part + 1} of 4`,
    prove: async () => runStories(first, first + 2_500, callStory),
    inSample: false,
  })),
  {
    says: 'a walk over broken pages shows every book once or throws: 2,000 random walks',
    prove: async () => walkPages(200, 2_200),
    inSample: false,
  },
  {
    says: 'a flow completes despite random failures, sends each file once, and then only reads: 1,000 random stories',
    prove: async () => runStories(40, 1_040, flowStory),
    inSample: false,
  },
];
