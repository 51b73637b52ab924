/** Builds the report of a run from its outcome, redacts it, and collects the exchanges of its evidence. */
import { omitUndefined } from '../../contract/omit-undefined.ts';
import { getContractFingerprint, readContract } from '../../contract/spec.ts';
import { version as toolVersion } from '../../generated/version.ts';
import type { Finding, RunOutcome } from '../../harness/evidence/index.ts';
import { chooseExitCode, chooseRunVerdict } from './exit-code.ts';
import { toFindingRows } from './finding-rows.ts';
import type { LedgerEntry } from './ledger-entry.ts';
import { createRedactor, type Redactor } from '../redact.ts';
import {
  reportFormat,
  type OperationRow,
  type Report,
  type RunRow,
  type TargetRow,
  type Timing,
  type ExchangeRow,
  type FindingRow,
} from './report.ts';
import { createHistory } from './history.ts';
import { addSentParts } from './sent-parts.ts';
import { toRequirementRows, toSilenceRows } from './requirement-rows.ts';
import { toRunFacts, summarizeRows } from './summary.ts';

export interface ReportInput {
  readonly outcome: RunOutcome;
  readonly ledger: readonly LedgerEntry[];
  readonly target: Pick<TargetRow, 'address' | 'kind' | 'faults'>;
  /** The id prefix the run was limited to. */
  readonly only: string | undefined;
  /** The version of this project whose requirements were tested. */
  readonly asOf?: string | undefined;
  readonly journal?: string | undefined;
  /** Returns the command that runs the case of a finding again. */
  readonly writeRerunCommand: (finding: Finding) => string;
  readonly scripts?: ReadonlyMap<string, { readonly file: string }>;
  /** The results of the rules for callers; only for traffic of other programs. */
  readonly callers?: Report['callers'];
  readonly timings?: ReadonlyMap<string, Timing>;
  /** The exchanges of the run, redacted, to find what was sent before a drift. */
  readonly exchanges?: Iterable<ExchangeRow>;
  /** Values that must not appear in the report, the API key first. */
  readonly secrets: readonly (string | undefined)[];
  /** False if bodies must not be shown; true by default. */
  readonly bodies?: boolean;
}

/** Builds the report from which every format is written, about the current contract. */
export function buildReport(input: ReportInput): Report {
  const { outcome, ledger, only } = input;
  const redact = createRedactor(input.secrets, input.bodies);
  const context = { findings: outcome.findings, only, redact };
  const { judged: verdicts, evidence } = outcome;
  const provable = new Set<string>(outcome.provable);
  const requirements = toRequirementRows(ledger, { ...context, verdicts, evidence, provable });
  const silences = toSilenceRows(ledger, { ...context, answers: outcome.answers });
  const findings = createFindings(input, requirements, redact);
  const errored = outcome.findings.filter(({ verdict }) => verdict === 'errored').length;
  const summary = summarizeRows({ requirements, silences, findings }, errored, only);
  const facts = toRunFacts(summary, outcome.stopped);
  return {
    format: reportFormat,
    tool: { name: 'book-distribution-contract', version: toolVersion, node: process.version },
    contract: toContractRow(outcome),
    run: toRunRow(outcome, input, redact),
    target: {
      ...input.target,
      address: redact.text(input.target.address),
      ...(outcome.clockSkew !== undefined && { clockSkew: Math.round(outcome.clockSkew) }),
    },
    verdict: chooseRunVerdict(facts),
    exitCode: chooseExitCode(facts),
    summary,
    requirements,
    silences,
    findings,
    operations: toOperationRows(input),
    ...(input.callers !== undefined && { callers: input.callers }),
    leftovers: outcome.leftovers.map((book) => ({ ...book, reason: redact.text(book.reason) })),
  };
}

function createFindings(
  input: ReportInput,
  requirements: Report['requirements'],
  redact: Redactor,
): FindingRow[] {
  const rows = toFindingRows(input.outcome.findings, {
    ledger: new Map(input.ledger.map((entry) => [entry.id, entry])),
    redact,
    writeRerunCommand: input.writeRerunCommand,
    scripts: input.scripts,
  });
  const countedRows = addFrequency(rows, requirements, input.outcome);
  const exchanges = [...(input.exchanges ?? [])];
  return addSentParts(countedRows, createHistory(exchanges, input.outcome.exchanges ?? []));
}

/** Adds how many responses showed the requirement of each drift, or how many calls of the operation got a 5xx. */
function addFrequency(
  rows: readonly FindingRow[],
  requirements: Report['requirements'],
  { statuses }: RunOutcome,
) {
  const evidence = new Map(requirements.map((row) => [row.id, row.evidence]));
  return rows.map((row): FindingRow => {
    if ((row.exchange?.status ?? 0) >= 500) {
      const calls = statuses.filter(({ operation }) => operation === row.operation);
      const failures = calls.filter(({ status }) => status >= 500);
      return {
        ...row,
        judged: { of: 'calls', times: countCalls(calls), drifted: countCalls(failures) },
      };
    }
    const { exchanges: times = 0, drifted = 0 } = evidence.get(row.requirement) ?? {};
    return drifted === 0 ? row : { ...row, judged: { times, drifted } };
  });
}

function countCalls(rows: RunOutcome['statuses']): number {
  return rows.reduce((sum, { times }) => sum + times, 0);
}

function toContractRow({ coverage }: RunOutcome): Report['contract'] {
  return { version: readContract().version, sha256: getContractFingerprint(), ...coverage };
}

function toRunRow(outcome: RunOutcome, input: ReportInput, redact: Redactor): RunRow {
  const { only, asOf } = input;
  const { nextConsent, stopped, stoppedBecause, leftovers } = outcome;
  return {
    id: outcome.runId,
    seed: outcome.seed,
    reach: outcome.reach,
    allow: outcome.allow,
    ...(outcome.depth !== 'usual' && { depth: outcome.depth }),
    ...omitUndefined({ only, asOf }),
    startedAt: outcome.startedAt,
    took: Math.round(outcome.took),
    requests: outcome.requests,
    repeated: outcome.repeated,
    ...omitUndefined({
      journal: leftovers.length > 0 ? input.journal : undefined,
      nextConsent,
      stopped,
      stoppedBecause: stoppedBecause && redact.text(stoppedBecause),
    }),
  };
}

function toOperationRows({ outcome, timings }: ReportInput): OperationRow[] {
  const { operations } = readContract();
  return Object.values(operations).map(({ id, method, path, responses, openStatuses }) => {
    const statuses = outcome.statuses
      .filter((count) => count.operation === id)
      .map(({ status, times, documented }) => ({ status, times, documented }))
      .sort((a, b) => a.status - b.status);
    const calls = statuses.reduce((sum, { times }) => sum + times, 0);
    const listedStatuses = responses.map(({ status }) => Number(status)).filter(Number.isInteger);
    const timing = timings?.get(id);
    const inContract = [...new Set([...listedStatuses, ...openStatuses])].sort((a, b) => a - b);
    return omitUndefined({ operation: id, method, path, calls, statuses, inContract, timing });
  });
}

/** Returns the exchanges that show drifts and answers, each once, in the order in which they were sent. */
export function collectEvidence({ findings, silences }: Report): ExchangeRow[] {
  const rows = [
    ...findings.map(({ exchange }) => exchange),
    ...silences.flatMap(({ answers }) => answers.map(({ evidence }) => evidence)),
  ].filter((row) => row !== undefined);
  const rowsByNumber = new Map(rows.map((row) => [row.number, row]));
  return [...rowsByNumber.values()].sort((a, b) => a.number - b.number);
}
