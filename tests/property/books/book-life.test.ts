/** Tests that histories find what one call does not show, make it small, and accuse nobody who is right. */
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

it('follows a right service through every history', async () => {
  expect((await judged({})).map(({ verdict }) => verdict)).toEqual(Array(3).fill('conforms'));
});

it('accuses nobody for whom an edit that changes nothing is none', async () => {
  const readings = { 'update.no-effect': 'unchanged', 'publish.next-status': 'published' };
  const findings = await judged({ readings, runs: 250 });
  expect(findings.map(({ verdict }) => verdict)).toEqual(Array(3).fill('conforms'));
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
