/** Creates the row of every requirement of the ledger, tested or not. */
import {
  type Evidence,
  type Finding,
  type RequirementVerdict,
  type Verdict,
  verdicts,
} from '../../harness/evidence/index.ts';
import { isInScope } from '../../harness/plan/index.ts';
import { statedIds } from '../../contract/requirements.ts';
import { countSituations } from '../../monitor/index.ts';
import { findFingerprint } from './finding-rows.ts';
import type { LedgerEntry } from './ledger-entry.ts';
import type { Redactor } from '../redact/index.ts';
import type { CaseRow, EvidenceRow, RequirementRow, SituationsRow } from './report.ts';

export interface RunResults {
  readonly verdicts: readonly RequirementVerdict[];
  readonly findings: readonly Finding[];
  readonly evidence: readonly Evidence[];
  /** Ids that the consent and the reach of the run allow to be proven. */
  readonly provable: ReadonlySet<string>;
  /** The id prefix the run was limited to. */
  readonly only: string | undefined;
  readonly redact: Redactor;
}

/** Returns a row for each requirement that is in scope or drifts, in the ledger's order. */
export function toRequirementRows(
  ledger: readonly LedgerEntry[],
  results: RunResults,
): RequirementRow[] {
  const verdictById = new Map<string, RequirementVerdict>(
    results.verdicts.map((row) => [row.requirement, row]),
  );
  const evidenceById = new Map<string, Evidence>(
    results.evidence.map((item) => [item.requirement, item]),
  );
  return ledger.flatMap((entry) => {
    if (entry.level === 'open') return [];
    const requirementVerdict = verdictById.get(entry.id);
    if (!isInScope(results.only, entry.id) && requirementVerdict?.verdict !== 'drifts') return [];
    const findings = results.findings.filter(({ requirement }) => requirement === entry.id);
    const cases = toCaseRows(findings, results.redact);
    const verdict = requirementVerdict?.verdict ?? 'unproven';
    const reason = findReason(entry, requirementVerdict);
    const evidence = evidenceById.get(entry.id);
    const situations = findSituations(entry.id, evidence);
    return [
      {
        id: entry.id,
        says: entry.says,
        section: entry.from,
        level: entry.level,
        verdict,
        ...(reason !== undefined && { reason: results.redact.text(reason) }),
        ...(results.provable.has(entry.id) && { provable: true }),
        ...(entry.untested !== undefined && { untested: entry.untested }),
        cases,
        ...(evidence !== undefined && { evidence: toEvidenceRow(evidence) }),
        ...(situations !== undefined && { situations }),
      },
    ];
  });
}

function findSituations(id: string, evidence: Evidence | undefined): SituationsRow | undefined {
  const statedId = statedIds.find((candidate) => candidate === id);
  return statedId && countSituations(statedId, evidence?.situations ?? []);
}

function toEvidenceRow({ exchanges, drifted, situations }: Evidence): EvidenceRow {
  const valuesByDimension = new Map<string, Set<string>>();
  for (const [dimension, value] of situations.flatMap((situation) => Object.entries(situation))) {
    const values = valuesByDimension.get(dimension) ?? new Set();
    // A dimension may have several values in one exchange.
    for (const singleValue of [value].flat()) values.add(singleValue);
    valuesByDimension.set(dimension, values);
  }
  return {
    exchanges,
    drifted,
    values: Object.fromEntries(
      [...valuesByDimension].map(([dimension, values]) => [dimension, [...values]]),
    ),
  };
}

/** Returns one row for each sentence, with the worst verdict if it occurs several times. */
function toCaseRows(findings: readonly Finding[], redact: Redactor): CaseRow[] {
  const rows = new Map<string, CaseRow>();
  for (const finding of findings) {
    const key = `${finding.source} ${finding.sentence}`;
    const row = toCaseRow(finding, redact);
    const existingRow = rows.get(key);
    rows.set(key, existingRow ? mergeRows(existingRow, row) : row);
  }
  return [...rows.values()];
}

function toCaseRow(finding: Finding, redact: Redactor): CaseRow {
  const fingerprint = findFingerprint(finding);
  return {
    sentence: redact.text(finding.sentence),
    source: finding.source,
    verdict: finding.verdict,
    times: 1,
    requests: finding.requests,
    took: Math.round(finding.took),
    ...(finding.reason !== undefined && { reason: redact.text(finding.reason) }),
    ...(finding.drawn !== undefined && { drawn: finding.drawn }),
    ...(fingerprint !== undefined && { fingerprints: [fingerprint] }),
  };
}

/** Merges two rows of the same sentence, with the worse verdict. */
function mergeRows(a: CaseRow, b: CaseRow): CaseRow {
  const worseRow = rankVerdict(b.verdict) < rankVerdict(a.verdict) ? b : a;
  const fingerprints = [...new Set([...(a.fingerprints ?? []), ...(b.fingerprints ?? [])])];
  return {
    ...worseRow,
    times: a.times + b.times,
    requests: a.requests + b.requests,
    took: a.took + b.took,
    ...(fingerprints.length > 0 && { fingerprints }),
  };
}

function rankVerdict(verdict: Verdict): number {
  return verdicts.indexOf(verdict);
}

function findReason(entry: LedgerEntry, row: RequirementVerdict | undefined): string | undefined {
  if (row !== undefined && row.verdict !== 'unproven') return row.reason;
  if (entry.untested !== undefined) return `cannot be tested from outside: ${entry.untested}`;
  return row?.reason ?? 'no case tests this yet';
}
