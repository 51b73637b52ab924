/** Makes the report of a run out of what the run learnt; everything in it is already redacted. */
import type { Operation, OperationId } from '../contract/operations.ts';
import type { Outcome, Verdict } from '../harness/finding.ts';
import { within } from '../harness/plan.ts';
import { exitCodeOf, verdictOf, type Learnt } from './exit-code.ts';
import { findingRows } from './finding-rows.ts';
import type { LedgerEntry } from './ledger-entry.ts';
import { redactor, type Redactor } from './redact.ts';
import {
  reportFormat,
  type FindingRow,
  type OperationRow,
  type Proof,
  type Report,
  type RequirementRow,
  type RunRow,
  type SilenceRow,
  type Summary,
} from './report.ts';
import { requirementRows } from './requirement-rows.ts';
import { silenceRows } from './silence-rows.ts';

export interface ReportInput {
  readonly outcome: Outcome;
  readonly ledger: readonly LedgerEntry[];
  readonly contract: {
    readonly version: string;
    readonly sha256: string;
    readonly operations: Readonly<Record<OperationId, Operation>>;
  };
  readonly tool: Report['tool'];
  readonly target: {
    readonly address: string;
    readonly kind: Report['target']['kind'];
    readonly faults: readonly string[];
  };
  /** The id prefix the run was limited to. */
  readonly only: string | undefined;
  /** The command that asks one requirement again. */
  readonly again: (requirement: string) => string;
  /** Values that may appear nowhere, the API key first. */
  readonly secrets: readonly (string | undefined)[];
}

/** Builds the record every report is a function of. */
export function buildReport(input: ReportInput): Report {
  const { outcome, ledger, only } = input;
  const redact = redactor(input.secrets);
  const inScope = (id: string): boolean => within(only, id);
  const rows = { findings: outcome.findings, inScope, redact };
  const requirements = requirementRows(ledger, { ...rows, judged: outcome.judged });
  const silences = silenceRows(ledger, { ...rows, answers: outcome.answers });
  const findings = findingRows(outcome.findings, {
    ledger: new Map(ledger.map((entry) => [entry.id, entry])),
    redact,
    again: input.again,
  });
  const errored = outcome.findings.filter((finding) => finding.verdict === 'errored').length;
  const summary = summaryOf({ requirements, silences, findings, errored, inScope });
  const learnt = learntFrom(summary, outcome);
  return {
    format: reportFormat,
    tool: input.tool,
    contract: { version: input.contract.version, sha256: input.contract.sha256 },
    run: runRow(outcome, only, redact),
    target: {
      ...input.target,
      address: redact.text(input.target.address),
      ...(outcome.clockSkew !== undefined && { clockSkew: Math.round(outcome.clockSkew) }),
    },
    verdict: verdictOf(learnt),
    exitCode: exitCodeOf(learnt),
    summary,
    requirements,
    silences,
    findings,
    operations: operationRows(input.contract.operations, outcome),
    leftovers: outcome.leftovers.map((book) => ({ ...book, reason: redact.text(book.reason) })),
  };
}

function runRow(outcome: Outcome, only: string | undefined, redact: Redactor): RunRow {
  const { stopped, stoppedBecause } = outcome;
  return {
    id: outcome.runId,
    seed: outcome.seed,
    reach: outcome.reach,
    allow: outcome.allow,
    ...(only !== undefined && { only }),
    startedAt: outcome.startedAt,
    took: Math.round(outcome.took),
    waited: Math.round(outcome.waited),
    requests: outcome.requests,
    ...(stopped !== undefined && { stopped }),
    ...(stoppedBecause !== undefined && { stoppedBecause: redact.text(stoppedBecause) }),
  };
}

interface Rows {
  readonly requirements: readonly RequirementRow[];
  readonly silences: readonly SilenceRow[];
  readonly findings: readonly FindingRow[];
  readonly errored: number;
  readonly inScope: (id: string) => boolean;
}

function summaryOf({ requirements, silences, findings, errored, inScope }: Rows): Summary {
  const asked = requirements.filter((row) => inScope(row.id));
  const advice = findings.filter((row) => row.level === 'should');
  const known = findings.filter((row) => row.level !== 'should' && row.verdict === 'known');
  return {
    must: proofOf(asked.filter((row) => row.level === 'must')),
    should: proofOf(asked.filter((row) => row.level === 'should')),
    verdicts: tally(asked),
    silences: {
      total: silences.length,
      observed: silences.filter((row) => row.answers.length > 0).length,
    },
    drifts: findings.length - advice.length - known.length,
    known: known.length,
    advice: advice.length,
    errored,
  };
}

const answers = new Set<Verdict>(['conforms', 'drifts', 'known']);

function proofOf(rows: readonly RequirementRow[]): Proof {
  const proven = rows.filter((row) => answers.has(row.verdict));
  return {
    total: rows.length,
    proven: proven.length,
    conforms: proven.filter((row) => row.verdict === 'conforms').length,
    untested: rows.filter((row) => row.untested !== undefined && !answers.has(row.verdict)).length,
  };
}

function tally(rows: readonly RequirementRow[]): Record<Verdict, number> {
  const count = (verdict: Verdict): number => rows.filter((row) => row.verdict === verdict).length;
  return {
    drifts: count('drifts'),
    known: count('known'),
    errored: count('errored'),
    unproven: count('unproven'),
    observed: count('observed'),
    conforms: count('conforms'),
  };
}

function learntFrom(summary: Summary, outcome: Outcome): Learnt {
  return {
    drifts: summary.drifts,
    errored: summary.errored,
    answered: summary.must.proven + summary.should.proven + summary.silences.observed,
    stopped: outcome.stopped,
  };
}

function operationRows(
  operations: Readonly<Record<OperationId, Operation>>,
  outcome: Outcome,
): OperationRow[] {
  return Object.values(operations).map(({ id, method, path }) => {
    const statuses = outcome.statuses
      .filter((count) => count.operation === id)
      .map(({ status, times, documented }) => ({ status, times, documented }))
      .sort((a, b) => a.status - b.status);
    const calls = statuses.reduce((sum, { times }) => sum + times, 0);
    return { operation: id, method, path, calls, statuses };
  });
}
