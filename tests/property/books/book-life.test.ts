/** Tests that histories of calls find faults, shrink them, and raise no false alarm. */
import { expect, it } from 'vitest';
import { faults } from '../../../src/faults/index.ts';
import { run, unboundRun } from '../../../src/harness/run/index.ts';
import { serveSandbox } from '../../../src/sandbox/index.ts';
import { bookLife } from './book-life.check.ts';

interface Kind {
  readonly fault?: string;
  readonly readings?: Readonly<Record<string, string>>;
  readonly runs?: number;
}

async function judged({ fault, readings = {}, runs = 50 }: Kind) {
  const seeded = faults.filter(({ name }) => name === fault);
  const served = await serveSandbox({ faults: seeded, readings });
  try {
    const { findings } = await run([bookLife], {
      ...unboundRun,
      baseUrl: `${served.url}/v2/distribution`,
      apiKey: served.key,
      seed: 1,
      runs,
      concurrency: 3,
    });
    return findings.filter(({ source }) => source === 'property');
  } finally {
    await served.close();
  }
}

/** Expects three findings that conform; a failure shows the history and both sides. */
function expectConforming(findings: Awaited<ReturnType<typeof judged>>): void {
  const wrong = findings
    .filter(({ verdict }) => verdict !== 'conforms')
    .map(
      ({ requirement, verdict, difference, counterexample, reason = '' }) =>
        `${requirement} ${verdict} after ${counterexample?.value ?? 'no history'}: expected ${difference?.expected ?? 'conforms'}, actual ${difference?.actual ?? reason}. If the sandbox is right, teach the model in tests/property/books the new rule.`,
    );
  expect(wrong).toEqual([]);
  expect(findings).toHaveLength(3);
}

it('finds no drift in a correct service', async () => {
  expectConforming(await judged({}));
});

it('finds no drift in a service that publishes without a review', async () => {
  const readings = { 'publish.next-status': 'published' };
  expectConforming(await judged({ readings, runs: 250 }));
});

it.each([
  ['update-keeps-status', 'update.returns-to-draft'],
  ['update-drops-subtitle', 'update.keeps-the-rest'],
  ['refused-publish-moves-book', 'publish.refused-keeps-status'],
])('shows %s as %s, in at most five moves, each time', async (fault, requirement) => {
  const drifts = (await judged({ fault })).filter(({ verdict }) => verdict === 'drifts');
  expect(drifts.map((finding) => finding.requirement)).toContain(requirement);
  for (const { counterexample } of drifts) {
    expect(counterexample?.value.split(' → ').length).toBeLessThanOrEqual(5);
    expect(counterexample?.confirmed).toEqual({ times: 3, shown: 3 });
    expect(counterexample?.replayPath).toMatch(/^\w+:\w+$/);
  }
});
