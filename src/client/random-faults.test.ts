/** Tests the client under random faults: a sample by default, 12,000 seeds with `DISTRIBUTION_TESTS=all`. */
import { expect, it } from 'vitest';
import { runRandomFlow, runRandomWalk } from '../../tests/support/client/random-flow.ts';
import { laxOptions, runRandomScenario } from '../../tests/support/client/random-scenario.ts';
import { ebook, createScene } from '../../tests/support/client/scene.ts';
import { sampleOr } from '../../tests/support/sample.ts';
import { openTestSandbox } from '../../tests/support/fixtures.ts';

const { sandbox } = await openTestSandbox(laxOptions);

/** Runs a scenario for each seed below the count, and returns the violations. 20 scenarios run at a time. */
async function runSeeds(
  count: number,
  runScenario: (seed: number) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const violations: string[] = [];
  for (let first = 0; first < count; first += 20) {
    const seeds = Array.from({ length: Math.min(20, count - first) }, (_, n) => first + n);
    violations.push(...(await Promise.all(seeds.map(runScenario))).flat());
    // Every scenario reads all books, so their number must not grow.
    if (first % 200 === 180) await sandbox.reset();
  }
  return violations;
}

it('creates no second book, shows no secret, and throws only its own errors, in time', async () => {
  const runScenario = async (seed: number) => runRandomScenario({ seed, sandbox });
  expect(await runSeeds(sampleOr(200, 10_000), runScenario)).toEqual([]);
});

it('completes every flow with each file attached once, and then sends no write', async () => {
  const runScenario = async (seed: number) => runRandomFlow({ seed, sandbox });
  expect(await runSeeds(sampleOr(40, 1_000), runScenario)).toEqual([]);
});

it('lists every book once or throws, for faulty pages too', async () => {
  const { sandbox: sandboxWithBooks } = await openTestSandbox(laxOptions);
  const { books } = createScene(sandboxWithBooks.fetch);
  const allIds: string[] = [];
  for (let number = 0; number < 30; number += 1) allIds.push((await books.create(ebook)).id);
  const runScenario = async (seed: number) =>
    runRandomWalk({ seed, sandbox: sandboxWithBooks, allIds });
  expect(await runSeeds(sampleOr(200, 1_000), runScenario)).toEqual([]);
});
