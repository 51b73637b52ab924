/** Records real runs against our own sandbox, each with one fault. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Har } from 'har-format';
import { bookdist } from '../../../src/cli/bookdist.ts';
import { readReport } from '../../../src/cli/output/index.ts';
import { createProcessShell } from '../../../src/cli/shell/index.ts';
import { findFault } from '../../../src/faults/narrowing/index.ts';
import { groupByCause } from '../../../src/report/triage/index.ts';
import { selectMusts } from '../../../src/report/page/index.ts';
import type { FindingRow, Report } from '../../../src/report/record/index.ts';

/** Faults of all kinds, each as a visitor would describe it. A quick run finds each of them. */
export const recordedFaults = [
  'window-half-as-long',
  'isbn-checksum-ignored',
  'update-drops-subtitle',
  'total-off-by-one',
  'sort-ignored',
  'language-filter-ignored',
  'hash-not-compared',
  'publish-without-narrator',
  'update-keeps-status',
  'unknown-external-id-answers-404',
  'delete-does-nothing',
  'any-key-works',
] as const;

/** A call: milliseconds since the first call, the operation as `POST /books`, and the status. */
export type RecordedCall = readonly [at: number, operation: string, status: number];

export interface Recording {
  readonly fault: string;
  readonly report: Report;
  /** The most direct drift, and the title of its cause. */
  readonly drift: FindingRow;
  readonly title: string;
  readonly calls: readonly RecordedCall[];
  /** For each cell of the grid: the index of the call that first judged it, or -1, and of the call that broke it, or -1. */
  readonly cells: readonly (readonly [judged: number, broken: number])[];
}

/** Returns a sentence of the catalogue of faults. */
export function describeFault(fault: string): string {
  return findFault(fault)?.description ?? fault;
}

/**
 * Runs the command once for each fault.
 * @param folder an empty folder for the reports
 * @throws Error if a run does not find its fault
 */
export async function recordFaults(
  folder: string,
  faults: readonly string[],
): Promise<readonly Recording[]> {
  const recordings: Recording[] = [];
  // One after the other, because runs side by side would record each other's load.
  for (const fault of faults) recordings.push(await recordFault(fault, join(folder, fault)));
  return recordings;
}

async function recordFault(fault: string, out: string): Promise<Recording> {
  await runBookdist(fault, out);
  const report = await readReport(join(out, 'report.json'));
  const [cause] = groupByCause(report.findings);
  if (cause?.kind !== 'new')
    throw new Error(`A quick run does not find ${fault}. Choose another fault.`);
  const { calls, indexes } = await readCalls(join(out, 'exchanges.har'), report);
  const findIndex = (request: number | undefined): number => indexes.get(request ?? -1) ?? -1;
  const cells = selectMusts(report.requirements).map(({ id, verdict, evidence }) => {
    const drift = report.findings.find(({ requirement }) => requirement === id);
    const broken = verdict === 'drifts' ? findIndex(drift?.firstAtRequest) : -1;
    return [findIndex(evidence?.firstAtRequest), broken] as const;
  });
  return { fault, report, drift: cause.root, title: cause.title, calls, cells };
}

/** Runs with a fixed seed and clock: the same calls in every build. */
async function runBookdist(fault: string, out: string): Promise<void> {
  const options = ['--depth', 'quick', '--seed', '7', '--format', 'json,har'];
  const clock = ['--clock', '2026-03-02T09:00:00Z'];
  const args = ['verify', '--own-sandbox', '--fault', fault, ...options, ...clock, '--out', out];
  const silent = { ...createProcessShell(), out: () => undefined, err: () => undefined };
  const code = await bookdist(args, silent);
  if (code !== 1) throw new Error(`bookdist ${args.join(' ')} ended with ${code}, not with 1.`);
}

/** Returns the calls in the order of sending, and the index of each call by its number. */
async function readCalls(file: string, report: Report) {
  // The command has just written the archive in the standard's form.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  const { entries } = (JSON.parse(await readFile(file, 'utf8')) as Har).log;
  const start = Date.parse(entries[0]?.startedDateTime ?? '');
  const operations = new Map(
    report.operations.map(({ operation, method, path }) => [operation, `${method} ${path}`]),
  );
  const indexes = new Map<number, number>();
  const calls = entries.map((entry, index): RecordedCall => {
    // The number of the call in its run, and its operation.
    const [number = '', operation = ''] = entry.comment?.split(': ') ?? [];
    indexes.set(Number(number), index);
    const name = operations.get(operation) ?? `${entry.request.method} elsewhere`;
    return [Date.parse(entry.startedDateTime) - start, name, entry.response.status];
  });
  return { calls, indexes };
}
