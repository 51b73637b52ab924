/** Claims on twins: under any readings, what is observed makes a sandbox that answers alike, and a contract that fits. */
import assert from 'node:assert/strict';
import {
  coveringRows,
  runOnOwnSandbox,
  readingsObserved,
} from '../../src/cli/own-sandbox/index.ts';
import { readContract } from '../../src/contract/spec.ts';
import { buildReport, ledgerEntries, type Report } from '../../src/report/record/index.ts';
import { changedAnswers, type Observed, remember } from '../../src/report/baseline/index.ts';
import { suite } from '../../tests/suite.ts';
import type { Claim } from './claim.ts';
import { reportsFolder } from './command.ts';
import { fit, narrow } from './narrowed.ts';

type Readings = Readonly<Record<string, string>>;

async function observe(readings: Readings, seed: number): Promise<Report> {
  const sandbox = { readings };
  const outcome = await runOnOwnSandbox(suite, { seed, runs: 5, sandbox, knows: false });
  return buildReport({
    outcome,
    ledger: ledgerEntries(),
    contract: { version: '', sha256: '000000000000', operations: readContract().operations },
    tool: { name: 'proof', version: '', node: process.version },
    target: { address: 'http://sandbox.invalid', kind: 'own sandbox', faults: [] },
    only: undefined,
    again: () => '',
    secrets: [],
  });
}

/** How a twin answers otherwise than what it was made from: one line each, none where it answers alike. */
async function differences(seen: Observed, seed: number): Promise<string[]> {
  const { readings, unlike } = readingsObserved(seen);
  const changed = changedAnswers(await observe(readings, seed), seen);
  return [
    // An answer in free words, where another reading hides what would show this one, is no setting.
    ...unlike.filter((line) => line.includes(' and ')),
    ...changed.map(
      ({ silence, operation = '', answer, previous }) =>
        `${silence} ${operation}: ${previous.join()}, twin ${answer}`,
    ),
  ];
}

/** All of them before anything is said: one twin that differs shows little. */
async function answerAlike(services: readonly Readings[]): Promise<void> {
  const folder = await reportsFolder();
  const unlike: string[] = [];
  const narrowed: ReturnType<typeof narrow>[] = [];
  for (const [at, readings] of services.entries()) {
    const seen = remember(await observe(readings, at));
    // Redocly is at work on one while the next is asked.
    const fitting = narrow(seen, folder, `service-${at}`);
    fitting.catch(() => undefined);
    narrowed.push(fitting);
    unlike.push(...(await differences(seen, at + 1000)).map((line) => `${at}: ${line}`));
  }
  assert.deepEqual(unlike, []);
  await fit(await Promise.all(narrowed));
}

const rows = coveringRows();

export const twins: readonly Claim[] = [
  {
    says: 'a twin answers as the service it was observed from, and the overlay fits what was recorded',
    prove: async () => answerAlike(rows.slice(0, 1)),
    inSample: false,
  },
  {
    says: `so do the twins of all ${rows.length} services that together have every two readings`,
    prove: async () => answerAlike(rows),
    inSample: false,
  },
];
