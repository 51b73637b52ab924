/**
 * Tests that the monitor accuses no service as odd as the document allows: one that chooses at random wherever the
 * document leaves something open.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createClock } from '../../src/sandbox/parts/index.ts';
import { notYetVaried, steadyInRuns } from '../support/odd-service/not-yet-varied.ts';
import { createOddService } from '../support/odd-service/odd-service.ts';
import { runInProcess, storageOrigin } from '../support/own-runs/run-on-own-sandbox.ts';
import { createTraffic, recordTraffic } from '../support/random-traffic/record-traffic.ts';
import { propertyRuns, sampleOr } from '../support/sample.ts';
import { judgeRecordings, toJsonLines } from '../support/traffic/judge-recordings.ts';
import { suite } from '../suite.ts';

const steady = Object.keys(notYetVaried);

/** A seed that fast-check does not shrink: a smaller one is another service, not a simpler one. */
const seeds = fc.noShrink(fc.nat());

/** A 5xx is a drift for now, though no sentence of the document forbids it. */
const isServerError = (line: string): boolean => line.includes('errors.no-5xx');

test.each([
  ['of one client', { moves: 200 }],
  ['of three clients', { moves: 70, clients: 3 }],
])('generated calls %s have no drift', async (_, options) => {
  const property = fc.asyncProperty(createTraffic(options), seeds, async (traffic, seed) => {
    const exchanges = await recordTraffic(traffic, ({ clock, ...origin }) =>
      createOddService({ ...origin, seed, steady, now: clock.now }),
    );
    // Moves about a book send nothing before the first book is created.
    if (exchanges.length === 0) return;
    const { drifts } = await judgeRecordings([toJsonLines(exchanges)], { complete: true });
    expect(drifts.filter((line) => !isServerError(line))).toEqual([]);
  });
  await fc.assert(property, propertyRuns(3, 100));
});

test.each(Array.from({ length: sampleOr(1, 50) }, (_, seed) => seed))(
  'a run of the suite on the odd service %i has no drift',
  async (seed) => {
    const clock = createClock();
    const service = createOddService({
      seed,
      steady: [...steady, ...Object.keys(steadyInRuns)],
      now: clock.now,
      storageOrigin,
    });
    const depth = sampleOr('quick', 'usual');
    const outcome = await runInProcess(suite, { seed, runs: 5, depth }, { ...service, clock });
    const found = outcome.findings.filter(
      ({ verdict }) => verdict === 'drifts' || verdict === 'errored',
    );
    expect(found.map(({ requirement, sentence }) => `${requirement} ${sentence}`)).toEqual([]);
    expect(outcome.stopped).toBeUndefined();
  },
);
