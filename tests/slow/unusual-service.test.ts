/**
 * Tests that the monitor accuses no service as unusual as the document allows: one that chooses at random wherever the
 * document leaves something open.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createClock } from '../../src/sandbox/replaceable-parts/index.ts';
import { createUnusualService } from '../support/unusual-service/unusual-service.ts';
import { runInProcess, storageOrigin } from '../support/own-runs/run-on-own-sandbox.ts';
import { createTraffic, recordTraffic } from '../support/random-traffic/record-traffic.ts';
import { propertyRuns, sampleOr } from '../support/sample.ts';
import { judgeRecordings, toJsonLines } from '../support/traffic/judge-recordings.ts';
import { suite } from '../suite.ts';
import type { PointName } from '../support/unusual-service/open-points.ts';

/** The monitor takes another choice for a drift, although no sentence of the document forbids it. */
const notYetVaried: Partial<Record<PointName, string>> = {
  'reads may be late': 'A read that shows the book as before a call is a drift.',
  'changes are looked up late': 'A lookup that shows the book as before an update is a drift.',
  'until the status after an unpublish': 'The effect of an unpublish must show at once.',
  'changes are listed after minutes': 'A list must show a change ten seconds later.',
  'until a later status is listed': 'A list must show a status that a read has shown.',
  'another reason against a delete': 'A draft must be deleted.',
  'until a delete takes effect': 'A deleted book must refuse further calls at once.',
  'the longest text': 'A text of 300 characters must be accepted.',
};

/** In a run of the suite, a case needs the usual choice as well. */
const steadyInRuns: Partial<Record<PointName, string>> = {
  'the date header':
    'The run moves the clock of the service, and only this header tells the monitor.',
  'a call that fails':
    'A 5xx is a drift of `errors.no-5xx`, and a case takes the 500 of a publish for its result.',
  'another reason against a publish': 'A complete book must be published.',
  'what is wrong with a file': 'A file with the right hash must be attached.',
  'a media type without a body': 'A 204 with a media type counts as one with a body.',
  'a descriptor without a label': 'A grant must repeat a label that was not sent.',
  'a second delete': 'A service has one status for every delete.',
  'the status of an unpublish': 'A service has one status for every unpublish.',
  'the status of an unpublish without effect': 'A service has one status for every unpublish.',
};

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
      createUnusualService({ ...origin, seed, steady, now: clock.now }),
    );
    // Moves about a book send nothing before the first book is created.
    if (exchanges.length === 0) return;
    const { drifts } = await judgeRecordings([toJsonLines(exchanges)], { complete: true });
    expect(drifts.filter((line) => !isServerError(line))).toEqual([]);
  });
  await fc.assert(property, propertyRuns(3, 100));
});

test.each(Array.from({ length: sampleOr(1, 50) }, (_, seed) => seed))(
  'a run of the suite on the unusual service %i has no drift',
  async (seed) => {
    const clock = createClock();
    const service = createUnusualService({
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
