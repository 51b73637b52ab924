/** Takes a book's life through random faults: the long form is `npm run prove -- claims`, with ten thousand seeds. */
import { inspect } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Sandbox, createSandbox } from '../sandbox/index.ts';
import { canary } from './scenes/known-faults.ts';
import { runRandomFlow } from './scenes/random-flow.ts';
import { runRandomScenario } from './scenes/random-scenario.ts';
import { runRandomWalk } from './scenes/random-walk.ts';
import { namelessBook, createScene } from './scenes/scene.ts';

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

const findBooks = async (externalId: string) =>
  (await sandbox.books()).filter((book) => book.externalId === externalId);

const files = async (id: string) =>
  (await sandbox.books()).find((book) => book.id === id)?.files.map(({ filename }) => filename) ??
  [];
const shown = (error: unknown) => inspect(error, { depth: 9 });

/** Runs a number of stories, some concurrently, and returns their failures. */
async function failuresOf(
  stories: number,
  tell: (seed: number) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (let first = 0; first < stories; first += 20) {
    const seeds = Array.from({ length: Math.min(20, stories - first) }, (_, n) => first + n);
    wrong.push(...(await Promise.all(seeds.map(tell))).flat());
  }
  return wrong;
}

it('makes no second book, shows no secret, and ends in time with an error of ours', async () => {
  const service = sandbox.fetch;
  const tell = async (seed: number) =>
    runRandomScenario({ seed, service, findBooks, inspect: shown });
  expect(await failuresOf(200, tell)).toEqual([]);
}, 60_000);

it('completes every flow in the end, with each file uploaded once, and then has nothing left to do', async () => {
  const { fetch: service, storageFetch: storage } = sandbox;
  const tell = async (seed: number) =>
    runRandomFlow({ seed, service, storage, findBooks, files, inspect: shown });
  expect(await failuresOf(40, tell)).toEqual([]);
}, 60_000);

it('lists every book once or throws, for any content of the pages', async () => {
  const full = await createSandbox(lax);
  const { books } = createScene(full.fetch);
  const all: string[] = [];
  for (let number = 0; number < 30; number += 1) all.push((await books.create(namelessBook)).id);
  const service = full.fetch;
  expect(await failuresOf(200, async (seed) => runRandomWalk({ seed, service, all }))).toEqual([]);
  await full.close();
}, 60_000);
