/** Claims on replicas: a sandbox with the observed answers behaves like the service, and the overlay fits. */
import assert from 'node:assert/strict';
import { readingsFromAnswers } from '../../src/cli/own-sandbox/index.ts';
import { buildReport, ledgerEntries, type Report } from '../../src/report/record/index.ts';
import {
  findChangedAnswers,
  type Observations,
  recordObservations,
} from '../../src/report/baseline/index.ts';
import { suite } from '../../tests/suite.ts';
import { createCoveringRows } from '../own-runs/covering-rows.ts';
import { runOnOwnSandbox } from '../own-runs/run-on-own-sandbox.ts';
import type { Claim } from './claim.ts';
import { reportsFolder } from './command.ts';
import { checkNarrowed, writeNarrowed } from './narrowed.ts';

type Readings = Readonly<Record<string, string>>;

async function runAndReport(readings: Readings, seed: number): Promise<Report> {
  const sandbox = { readings };
  const outcome = await runOnOwnSandbox(suite, { seed, runs: 5, sandbox, knows: false });
  return buildReport({
    outcome,
    ledger: ledgerEntries(),
    target: { address: 'http://sandbox.invalid', kind: 'own sandbox', faults: [] },
    only: undefined,
    again: () => '',
    secrets: [],
  });
}

/** Returns one line for each answer in which a replica differs. */
async function differences(seen: Observations, seed: number): Promise<string[]> {
  const { readings, unsupported } = readingsFromAnswers(seen);
  const changed = findChangedAnswers(await runAndReport(readings, seed), seen);
  return [
    // A free-text answer that another reading hides cannot be set.
    ...unsupported.filter((line) => line.includes(' and ')),
    ...changed.map(
      ({ silence, operation = '', answer, previous }) =>
        `${silence} ${operation}: ${previous.join()}, replica ${answer}`,
    ),
  ];
}

/** Collects all differences before it fails. */
async function proveReplicas(services: readonly Readings[]): Promise<void> {
  const folder = await reportsFolder();
  const unlike: string[] = [];
  const narrowed: ReturnType<typeof writeNarrowed>[] = [];
  for (const [at, readings] of services.entries()) {
    const seen = recordObservations(await runAndReport(readings, at));
    // Redocly works on one while the next one runs.
    const fitting = writeNarrowed(seen, folder, `service-${at}`);
    fitting.catch(() => undefined);
    narrowed.push(fitting);
    unlike.push(...(await differences(seen, at + 1000)).map((line) => `${at}: ${line}`));
  }
  assert.deepEqual(unlike, []);
  await checkNarrowed(await Promise.all(narrowed));
}

const rows = createCoveringRows();

export const replicas: readonly Claim[] = [
  {
    says: 'a replica answers like the observed service, and the overlay fits the recorded answers',
    prove: async () => proveReplicas(rows.slice(0, 1)),
    inSample: false,
  },
  {
    says: `so do the replicas of all ${rows.length} services of the covering array`,
    prove: async () => proveReplicas(rows),
    inSample: false,
  },
];
