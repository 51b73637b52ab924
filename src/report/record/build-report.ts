/** Makes the report of a run from its outcome; everything in it is already redacted. */
import { omitUndefined } from '../../contract/omit-undefined.ts';
import type { KeyNames } from '../../contract/key-names.ts';
import { contractFingerprint, readContract } from '../../contract/spec.ts';
import { version as toolVersion } from '../../generated/version.ts';
import type { Finding, Outcome } from '../../harness/evidence/index.ts';
import { isInScope } from '../../harness/plan/index.ts';
import { chooseExitCode, chooseRunVerdict } from './exit-code.ts';
import { toFindingRows } from './finding-rows.ts';
import type { LedgerEntry } from './ledger-entry.ts';
import { createRedactor, type Redactor } from '../redact/index.ts';
import {
  reportFormat,
  type OperationRow,
  type Report,
  type RunRow,
  type TargetRow,
  type Timing,
} from './report.ts';
import { toRequirementRows } from './requirement-rows.ts';
import { toSilenceRows } from './silence-rows.ts';
import { toRunFacts, summarizeRows } from './summary.ts';

export interface ReportInput {
  readonly outcome: Outcome;
  readonly ledger: readonly LedgerEntry[];
  readonly target: Pick<TargetRow, 'address' | 'kind' | 'faults'>;
  /** The id prefix the run was limited to. */
  readonly only: string | undefined;
  /** The version of this project whose requirements were tested. */
  readonly asOf?: string | undefined;
  readonly journal?: string | undefined;
  readonly again: (finding: Finding) => string;
  readonly scripts?: ReadonlyMap<string, { readonly file: string }>;
  /** How well callers followed the rules that bind them; only for recorded traffic. */
  readonly callers?: Report['callers'];
  readonly timings?: ReadonlyMap<string, Timing>;
  /** The variables that hold the keys, for commands to paste. */
  readonly keyNames?: KeyNames | undefined;
  /** Values that may appear nowhere, the API key first. */
  readonly secrets: readonly (string | undefined)[];
  /** True if bodies may be shown; they are unless this is false. */
  readonly bodies?: boolean;
}

/** Builds the record that every report is written from, about the current contract. */
export function buildReport(input: ReportInput): Report {
  const { outcome, ledger, only } = input;
  const redact = createRedactor(input.secrets, input.bodies);
  const inScope = (id: string): boolean => isInScope(only, id);
  const rows = { findings: outcome.findings, inScope, redact };
  const { judged, evidence } = outcome;
  const provable = new Set<string>(outcome.provable);
  const requirements = toRequirementRows(ledger, { ...rows, judged, evidence, provable });
  const silences = toSilenceRows(ledger, { ...rows, answers: outcome.answers });
  const findings = toFindingRows(outcome.findings, {
    ledger: new Map(ledger.map((entry) => [entry.id, entry])),
    redact,
    again: input.again,
    scripts: input.scripts,
    keyNames: input.keyNames,
    isTargetGone: input.target.kind === 'own sandbox',
  });
  const errored = outcome.findings.filter((finding) => finding.verdict === 'errored').length;
  const summary = summarizeRows({ requirements, silences, findings, errored, inScope });
  const facts = toRunFacts(summary, outcome.stopped);
  return {
    format: reportFormat,
    tool: { name: 'book-distribution-contract', version: toolVersion, node: process.version },
    contract: { version: readContract().version, sha256: contractFingerprint() },
    run: runRow(outcome, input, redact),
    target: targetRow(outcome, input, redact),
    verdict: chooseRunVerdict(facts),
    exitCode: chooseExitCode(facts),
    summary,
    requirements,
    silences,
    findings,
    operations: operationRows(input),
    ...(input.callers !== undefined && { callers: input.callers }),
    leftovers: outcome.leftovers.map((book) => ({ ...book, reason: redact.text(book.reason) })),
  };
}

function targetRow({ clockSkew }: Outcome, { target }: ReportInput, redact: Redactor): TargetRow {
  return {
    ...target,
    address: redact.text(target.address),
    ...(clockSkew !== undefined && { clockSkew: Math.round(clockSkew) }),
  };
}

function runRow(outcome: Outcome, input: ReportInput, redact: Redactor): RunRow {
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
    waited: Math.round(outcome.waited),
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

function operationRows({ outcome, timings }: ReportInput): OperationRow[] {
  const { operations } = readContract();
  return Object.values(operations).map(({ id, method, path, answers, openStatuses }) => {
    const statuses = outcome.statuses
      .filter((count) => count.operation === id)
      .map(({ status, times, documented }) => ({ status, times, documented }))
      .sort((a, b) => a.status - b.status);
    const calls = statuses.reduce((sum, { times }) => sum + times, 0);
    const exact = answers.map(({ status }) => Number(status)).filter(Number.isInteger);
    const timing = timings?.get(id);
    return {
      operation: id,
      method,
      path,
      calls,
      statuses,
      inContract: [...new Set([...exact, ...openStatuses])].sort((a, b) => a - b),
      ...(timing !== undefined && { timing }),
    };
  });
}
