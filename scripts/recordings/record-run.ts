/** Records runs against our own sandbox as archives, just as `bookdist verify --format har` writes them. */
import { suite } from '../../tests/suite.ts';
import { runOnOwnSandbox } from '../own-runs/run-on-own-sandbox.ts';
import type { Fault } from '../../src/faults/index.ts';
import type { Depth } from '../../src/harness/evidence/index.ts';
import { writeHar } from '../../src/report/formats/index.ts';
import { chooseReadings } from '../../src/sandbox/readings/index.ts';
import { createExchangeRecord } from '../../src/report/record/index.ts';
import { createRedactor } from '../../src/report/redact/index.ts';

export interface RecordedRun {
  /** A HAR archive. */
  readonly archive: string;
  /** The requirements that drifted in the run. */
  readonly drifted: readonly string[];
  /** The expected and the actual result, by requirement. */
  readonly differences: ReadonlyMap<string, string>;
  /** The readings of the service, which the run knew. */
  readonly readings: Readonly<Record<string, string>>;
}

export interface RunChoice {
  readonly seed: number;
  readonly depth: Depth;
  readonly fault?: Fault;
  readonly readings?: Readonly<Record<string, string>>;
}

const secrets = ['sandbox-key', 'second-sandbox-key'];

/** Runs the suite once. */
export async function recordRun({
  seed,
  depth,
  fault,
  readings = {},
}: RunChoice): Promise<RecordedRun> {
  const chosen = { ...fault?.readings, ...readings };
  const record = createExchangeRecord(createRedactor(secrets));
  const outcome = await runOnOwnSandbox(suite, {
    seed,
    depth,
    runs: 10,
    knows: true,
    sandbox: { faults: fault === undefined ? [] : [fault], readings: chosen },
    onEvent: (event) => {
      if (event.type === 'exchanged') record.add(event.exchange);
    },
  });
  const drifted = outcome.evidence.filter((entry) => entry.drifted > 0);
  const identity = {
    tool: { name: 'proof', version: '0' },
    run: { id: outcome.runId, startedAt: outcome.startedAt },
  };
  return {
    archive: writeHar(identity, { rows: record.rows, omittedCount: record.countOmitted() }),
    readings: chooseReadings(chosen),
    drifted: drifted.map(({ requirement }) => requirement),
    differences: new Map(
      outcome.findings.flatMap(({ requirement, difference }) =>
        difference === undefined
          ? []
          : [[requirement, `expected ${difference.expected}, got ${difference.actual}`] as const],
      ),
    ),
  };
}
