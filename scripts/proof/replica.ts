/** Claims on replicas: a sandbox with the observed answers answers like the service, and the overlay matches the responses. */
import assert from 'node:assert/strict';
import { chooseReadings } from '../../src/cli/own-sandbox/index.ts';
import { buildReport, getLedgerEntries, type Report } from '../../src/report/record/index.ts';
import {
  findChangedAnswers,
  type Observations,
  recordObservations,
} from '../../src/report/baseline/index.ts';
import { suite } from '../../tests/suite.ts';
import { createCoveringRows } from '../own-runs/covering-rows.ts';
import { runOnOwnSandbox } from '../own-runs/run-on-own-sandbox.ts';
import type { Claim } from './claim.ts';
import { createReportsFolder } from './command.ts';
import { checkNarrowed, writeNarrowed } from './narrowed-contract.ts';

type Readings = Readonly<Record<string, string>>;

async function runAndReport(readings: Readings, seed: number): Promise<Report> {
  const sandbox = { readings };
  const outcome = await runOnOwnSandbox(suite, { seed, runs: 5, sandbox, knows: false });
  return buildReport({
    outcome,
    ledger: getLedgerEntries(),
    target: { address: 'http://sandbox.invalid', kind: 'own sandbox', faults: [] },
    only: undefined,
    writeRerunCommand: () => '',
    secrets: [],
  });
}

/** Returns one line for each answer of a replica that differs from the observed one. */
async function listDifferences(observations: Observations, seed: number): Promise<string[]> {
  const { readings, unsupportedAnswers: unsupported } = chooseReadings(observations);
  const changed = findChangedAnswers(await runAndReport(readings, seed), observations);
  return [
    // Of answers that another reading hides, free text cannot be set.
    ...unsupported.filter((line) => line.includes(' and ')),
    ...changed.map(
      ({ silence, operation = '', answer, previous }) =>
        `${silence} ${operation}: ${previous.join()}, replica ${answer}`,
    ),
  ];
}

/** Compares each service with a replica of it. Fails with all differences together. */
async function proveReplicas(services: readonly Readings[]): Promise<void> {
  const folder = await createReportsFolder();
  const differences: string[] = [];
  const narrowedContracts: ReturnType<typeof writeNarrowed>[] = [];
  for (const [index, readings] of services.entries()) {
    const observations = recordObservations(await runAndReport(readings, index));
    // Redocly bundles this contract while the suite runs against the next service.
    const narrowedContract = writeNarrowed(observations, folder, `service-${index}`);
    narrowedContract.catch(() => undefined);
    narrowedContracts.push(narrowedContract);
    differences.push(
      ...(await listDifferences(observations, index + 1000)).map((line) => `${index}: ${line}`),
    );
  }
  assert.deepEqual(differences, []);
  await checkNarrowed(await Promise.all(narrowedContracts));
}

const rows = createCoveringRows();

export const replicas: readonly Claim[] = [
  {
    says: 'a replica answers like the observed service, and the overlay fits the recorded answers',
    prove: async () => proveReplicas(rows.slice(0, 1)),
    inSample: false,
  },
  {
    says: `the replicas of all ${rows.length} services of the covering array answer like them, and the overlays fit`,
    prove: async () => proveReplicas(rows),
    inSample: false,
  },
];
