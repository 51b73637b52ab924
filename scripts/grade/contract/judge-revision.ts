/** Judges a service by a revision of the contract, as `bookdist verify --revision FOLDER` does. */
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '../../../src/contract/json-pointer.ts';
import type { UnprovenPart } from '../../../src/contract/parts/index.ts';
import { currentRevision, NotARevision, readRevision } from '../../../src/contract/revision.ts';
import { withContract } from '../../../src/contract/spec.ts';
import type { Depth } from '../../../src/harness/evidence/index.ts';
import { run, unboundRun } from '../../../src/harness/run/index.ts';
import {
  buildReport,
  getLedgerEntries,
  requireMinProven,
  type Report,
} from '../../../src/report/record/index.ts';
import { suite } from '../../../tests/suite.ts';
import type { PrepareRun } from '../services/hosted-service.ts';

/** What a run says about a service. */
export interface RevisionVerdict {
  readonly verdict: string;
  readonly exitCode: number;
  /** The ids of the requirements that drift. */
  readonly drifts: readonly string[];
  readonly unproven: readonly UnprovenPart[];
  /** Why the run judged nothing: the revision could not be read, or the run failed. */
  readonly failure?: string;
  readonly requests: number;
  /** Milliseconds. */
  readonly took: number;
}

export interface RunChoice {
  readonly seed: number;
  readonly depth: Depth;
}

interface JudgeOptions extends RunChoice {
  /** The folder for the changed revision. */
  readonly folder: string;
}

/** The number of values per property. */
const runs = 10;
/** A changed contract may lead a case astray; after this many milliseconds the run ends. */
const maxTime = 300_000;

/** Writes a revision with a changed contract into a folder, and judges a service by it. */
export async function judgeByDocument(
  document: JsonObject,
  prepareRun: PrepareRun,
  { folder, ...choice }: JudgeOptions,
): Promise<RevisionVerdict> {
  const startedAt = performance.now();
  try {
    // JSON is YAML.
    await writeFile(join(folder, 'distribution.yaml'), JSON.stringify(document, undefined, 1));
    const ledger = 'requirements.yaml';
    await copyFile(join(currentRevision, ledger), join(folder, ledger));
    const report = await judgeByRevision(folder, prepareRun, choice);
    return { ...readVerdict(report), took: Math.round(performance.now() - startedAt) };
  } catch (error) {
    const failure = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    const common = { failure, drifts: [], unproven: [], requests: 0 };
    const took = Math.round(performance.now() - startedAt);
    return error instanceof NotARevision
      ? { ...common, verdict: 'refused', exitCode: 2, took }
      : { ...common, verdict: 'failed', exitCode: 3, took };
  }
}

async function judgeByRevision(
  folder: string,
  prepareRun: PrepareRun,
  choice: RunChoice,
): Promise<Report> {
  const { contract } = readRevision(folder);
  const options = await prepareRun();
  return withContract(contract, async () => {
    const outcome = await run(suite, { ...unboundRun, runs, maxTime, ...choice, ...options });
    const report = buildReport({
      outcome,
      ledger: getLedgerEntries(),
      target: { address: options.baseUrl, kind: 'service', faults: [] },
      only: undefined,
      writeRerunCommand: () => '',
      secrets: [options.apiKey, options.secondKey],
    });
    return requireMinProven(report, undefined);
  });
}

function readVerdict(report: Report): Omit<RevisionVerdict, 'took'> {
  const { verdict, exitCode, requirements, contract, run: facts } = report;
  const drifting = requirements.filter((row) => row.verdict === 'drifts');
  return {
    verdict,
    exitCode,
    drifts: drifting.map(({ id }) => id).toSorted((a, b) => a.localeCompare(b)),
    unproven: contract.unproven ?? [],
    requests: facts.requests,
  };
}
