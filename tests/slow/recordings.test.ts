/** Tests that `bookdist judge` accuses no correct service, however its traffic was recorded, and misses no drift of a run. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { faults, type Fault } from '../../src/faults/index.ts';
import { writeHar } from '../../src/report/formats/index.ts';
import { createExchangeRecord } from '../../src/report/record/index.ts';
import { createRedactor } from '../../src/report/redact.ts';
import { chooseReadings } from '../../src/sandbox/readings/index.ts';
import type { RecordedExchange } from '../../src/traffic/recordings/index.ts';
import { createCoveringRows } from '../support/own-runs/run-on-own-sandbox.ts';
import { runOnOwnSandbox } from '../support/own-runs/run-on-own-sandbox.ts';
import {
  createTraffic,
  recordTraffic,
  startSandbox,
} from '../support/random-traffic/record-traffic.ts';
import { propertyRuns, sampleOr, takeSample } from '../support/sample.ts';
import {
  createHar,
  createHarEntry,
  judgeRecordings,
  toJsonLines,
} from '../support/traffic/judge-recordings.ts';
import { suite } from '../suite.ts';

/** Combinations of readings, after the default readings. */
const rows = [{}, ...createCoveringRows(sampleOr(1, 2))].map((readings, row) => ({
  row,
  readings,
}));

type Recording = readonly RecordedExchange[];

/** Returns an archive as other programs write it, without numbers. */
function toHar(exchanges: Recording): string {
  return createHar(exchanges.map((exchange) => createHarEntry(exchange)));
}

/** Returns the drifts in recordings, except failures of the gateway. */
async function findDrifts(recordings: readonly string[]): Promise<readonly string[]> {
  const texts = recordings.filter((text) => text.includes('"request"'));
  const { drifts } = await judgeRecordings(texts);
  return drifts.filter((line) => !/errors\.no-5xx.*50[234]/.test(line));
}

describe.each(takeSample(rows, 2))('random traffic to a service of row $row', ({ readings }) => {
  test.each([
    ['of one client', { moves: 60 }],
    ['of three clients, with failing calls', { moves: 25, clients: 3, failing: true }],
  ])('%s has no drift', async (_, options) => {
    const traffic = createTraffic(options);
    const property = fc.asyncProperty(traffic, async (calls) => {
      expect(
        await findDrifts([toJsonLines(await recordTraffic(calls, startSandbox(readings)))]),
      ).toEqual([]);
    });
    await fc.assert(property, propertyRuns(5, 30));
  });
});

type Damage = (exchanges: Recording) => fc.Arbitrary<readonly Recording[]>;

/** Returns any part of a recording that consists of whole pieces. */
function keepPieces(exchanges: Recording, count: number): fc.Arbitrary<Recording[]> {
  return fc.subarray(splitInto(exchanges, count)).map((pieces) => [pieces.flat()]);
}

function shufflePieces(exchanges: Recording, count: number): fc.Arbitrary<Recording[]> {
  const pieces = splitInto(exchanges, count);
  const anyOrder = fc.shuffledSubarray(pieces, { minLength: pieces.length });
  return anyOrder.map((shuffled) => [shuffled.flat()]);
}

function splitInto(exchanges: Recording, count: number): Recording[] {
  const length = Math.ceil(exchanges.length / count);
  return Array.from({ length: count }, (_, at) => exchanges.slice(at * length, (at + 1) * length));
}

/** Changes any exchanges of a recording. */
function change(exchanges: Recording, edit: (exchange: RecordedExchange) => RecordedExchange) {
  return fc
    .subarray([...exchanges])
    .map((chosen) => [
      exchanges.map((exchange) => (chosen.includes(exchange) ? edit(exchange) : exchange)),
    ]);
}

/** The ways in which real recordings are incomplete. */
const damages: Readonly<Record<string, Damage>> = {
  'no damage': (exchanges) => fc.constant([exchanges]),
  'the beginning missing': (exchanges) =>
    fc.nat({ max: exchanges.length - 1 }).map((first) => [exchanges.slice(first)]),
  'many exchanges missing': (exchanges) => keepPieces(exchanges, exchanges.length),
  'a few exchanges missing': (exchanges) =>
    fc.subarray([...exchanges], { minLength: exchanges.length - 10 }).map((kept) => [kept]),
  'long gaps': (exchanges) => keepPieces(exchanges, 12),
  'files in the wrong order': (exchanges) => shufflePieces(exchanges, 6),
  'exchanges in any order': (exchanges) => shufflePieces(exchanges, exchanges.length),
  'two files': (exchanges) =>
    fc
      .subarray([...exchanges])
      .map((first) => [first, exchanges.filter((exchange) => !first.includes(exchange))]),
  'only GET calls': (exchanges) =>
    fc.constant([exchanges.filter(({ request }) => request.method === 'GET')]),
  'no calls to the storage': (exchanges) =>
    fc.constant([
      exchanges
        .filter(({ request }) => request.method !== 'PUT')
        .map((exchange, at) => ({ ...exchange, number: at + 1 })),
    ]),
  'request bodies missing': (exchanges) =>
    change(exchanges, ({ request: { text: _text, ...request }, ...rest }) => ({
      ...rest,
      request,
    })),
  'response bodies missing': (exchanges) =>
    change(exchanges, ({ response, ...rest }) => ({
      ...rest,
      ...(response && { response: { ...response, text: undefined } }),
    })),
  'responses missing': (exchanges) => change(exchanges, ({ response: _response, ...rest }) => rest),
};

describe.each(takeSample(rows, 1))('a damaged recording of row $row', async ({ row, readings }) => {
  const traffic = createTraffic({ moves: 60, clients: 2, failing: row % 2 === 1 });
  const [calls] = fc.sample(traffic, { seed: row, numRuns: 1 });
  const exchanges = calls === undefined ? [] : await recordTraffic(calls, startSandbox(readings));

  test.each(Object.entries(damages))('with %s has no drift', async (_, damage) => {
    // A function, so that a failure does not print the whole recording.
    const recordings = damage(exchanges).map((parts) => () => parts);
    const property = fc.asyncProperty(recordings, async (getParts) => {
      expect(await findDrifts(getParts().map(toJsonLines))).toEqual([]);
      expect(await findDrifts(getParts().map(toHar))).toEqual([]);
    });
    await fc.assert(property, propertyRuns(1, 10));
  });

  test('that ends within an exchange has no drift', async () => {
    const text = toJsonLines(exchanges);
    const property = fc.asyncProperty(fc.nat({ max: text.length }), async (end) => {
      expect(await findDrifts([text.slice(0, end)])).toEqual([]);
    });
    await fc.assert(property, propertyRuns(1, 10));
  });
});

/** Runs the suite on our own sandbox, and returns what the run found, with its archive. */
async function recordRun(fault: Fault | undefined, readings: Readonly<Record<string, string>>) {
  const record = createExchangeRecord(createRedactor(['sandbox-key', 'second-sandbox-key']));
  const chosen = { ...fault?.readings, ...readings };
  const outcome = await runOnOwnSandbox(suite, {
    seed: 1,
    depth: 'quick',
    runs: 5,
    knows: true,
    sandbox: { faults: fault === undefined ? [] : [fault], readings: chosen },
    onEvent: (event) => {
      if (event.type === 'exchanged') record.add(event.exchange);
    },
  });
  const { runId: id, startedAt } = outcome;
  const identity = { tool: { name: 'test', version: '0' }, run: { id, startedAt } };
  return {
    archive: writeHar(identity, { rows: record.rows, omittedCount: record.countOmitted() }),
    driftingRequirements: outcome.evidence
      .filter(({ drifted }) => drifted > 0)
      .map(({ requirement }) => requirement),
    readings: chooseReadings(chosen),
  };
}

test.each(takeSample(rows, 1))(
  'the recording of a run on a correct service of row $row has no drift',
  async ({ readings }) => {
    const run = await recordRun(undefined, readings);
    const { driftingRequirements, exchanges } = await judgeRecordings([run.archive]);
    expect([run.driftingRequirements, driftingRequirements]).toEqual([[], []]);
    expect(exchanges).toBeGreaterThan(200);
  },
);

test.each(takeSample(faults, 2))(
  'judge finds in the recording of a run what the monitor of the run found: $name',
  async (fault) => {
    const { archive, driftingRequirements, readings } = await recordRun(fault, {});
    // The facts that a run knows and a recording does not show.
    const worldOptions = { startsEmpty: true, separateAccounts: true, readings };
    const judged = await judgeRecordings([archive], { worldOptions });
    expect(judged.driftingRequirements.toSorted()).toEqual(driftingRequirements.toSorted());
  },
);
