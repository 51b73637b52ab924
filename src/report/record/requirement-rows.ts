/** The result for every requirement of the ledger, tested or not. */
import {
  type Evidence,
  type Finding,
  type RequirementVerdict,
  type Verdict,
  verdicts,
} from '../../harness/evidence/index.ts';
import { statedIds } from '../../contract/requirements.ts';
import { countSituations } from '../../monitor/index.ts';
import { fingerprintOf } from './finding-rows.ts';
import type { LedgerEntry } from './ledger-entry.ts';
import type { Redactor } from '../redact/index.ts';
import type { CaseRow, EvidenceRow, RequirementRow, SituationsRow } from './report.ts';

export interface RunVerdicts {
  readonly judged: readonly RequirementVerdict[];
  readonly findings: readonly Finding[];
  readonly evidence: readonly Evidence[];
  /** Ids that the consent and the reach of the run allow to be proven. */
  readonly provable: ReadonlySet<string>;
  /** True if the run covers this id (`--only`). */
  readonly inScope: (id: string) => boolean;
  readonly redact: Redactor;
}

/** One row per requirement in scope, in the ledger's order, and per drift of any other requirement. */
export function requirementRows(
  ledger: readonly LedgerEntry[],
  judgement: RunVerdicts,
): RequirementRow[] {
  const verdictOf = new Map<string, RequirementVerdict>(
    judgement.judged.map((row) => [row.requirement, row]),
  );
  const evidence = new Map<string, Evidence>(
    judgement.evidence.map((one) => [one.requirement, one]),
  );
  return ledger.flatMap((entry) => {
    if (entry.level === 'open') return [];
    const row = verdictOf.get(entry.id);
    if (!judgement.inScope(entry.id) && row?.verdict !== 'drifts') return [];
    const findings = judgement.findings.filter(({ requirement }) => requirement === entry.id);
    const cases = caseRows(findings, judgement.redact);
    const verdict = row?.verdict ?? 'unproven';
    const reason = reasonOf(entry, row);
    const judged = evidence.get(entry.id);
    const situations = situationsOf(entry.id, judged);
    return [
      {
        id: entry.id,
        says: entry.says,
        section: entry.from,
        level: entry.level,
        verdict,
        ...(reason !== undefined && { reason: judgement.redact.text(reason) }),
        ...(judgement.provable.has(entry.id) && { provable: true }),
        ...(entry.untested !== undefined && { untested: entry.untested }),
        cases,
        ...(judged !== undefined && { evidence: evidenceRow(judged) }),
        ...(situations !== undefined && { situations }),
      },
    ];
  });
}

function situationsOf(id: string, judged: Evidence | undefined): SituationsRow | undefined {
  const stated = statedIds.find((one) => one === id);
  return stated && countSituations(stated, judged?.situations ?? []);
}

function evidenceRow({ exchanges, drifted, situations }: Evidence): EvidenceRow {
  const values = new Map<string, Set<string>>();
  for (const [name, some] of situations.flatMap((one) => Object.entries(one))) {
    const seen = values.get(name) ?? new Set();
    for (const value of [some].flat()) seen.add(value);
    values.set(name, seen);
  }
  return {
    exchanges,
    drifted,
    values: Object.fromEntries([...values].map(([name, some]) => [name, [...some]])),
  };
}

/** A sentence that occurs several times is one row with its worst verdict. */
function caseRows(findings: readonly Finding[], redact: Redactor): CaseRow[] {
  const rows = new Map<string, CaseRow>();
  for (const finding of findings) {
    const key = `${finding.source} ${finding.sentence}`;
    const row = caseRow(finding, redact);
    const seen = rows.get(key);
    rows.set(key, seen ? joined(seen, row) : row);
  }
  return [...rows.values()];
}

function caseRow(finding: Finding, redact: Redactor): CaseRow {
  const mark = fingerprintOf(finding);
  return {
    sentence: redact.text(finding.sentence),
    source: finding.source,
    verdict: finding.verdict,
    times: 1,
    requests: finding.requests,
    took: Math.round(finding.took),
    ...(finding.reason !== undefined && { reason: redact.text(finding.reason) }),
    ...(finding.drawn !== undefined && { drawn: finding.drawn }),
    ...(mark !== undefined && { fingerprints: [mark] }),
  };
}

/** Merges two rows of the same sentence, with the worse verdict. */
function joined(one: CaseRow, other: CaseRow): CaseRow {
  const worse = severity(other.verdict) < severity(one.verdict) ? other : one;
  const marks = [...new Set([...(one.fingerprints ?? []), ...(other.fingerprints ?? [])])];
  return {
    ...worse,
    times: one.times + other.times,
    requests: one.requests + other.requests,
    took: one.took + other.took,
    ...(marks.length > 0 && { fingerprints: marks }),
  };
}

function severity(verdict: Verdict): number {
  return verdicts.indexOf(verdict);
}

function reasonOf(entry: LedgerEntry, row: RequirementVerdict | undefined): string | undefined {
  if (row !== undefined && row.verdict !== 'unproven') return row.reason;
  if (entry.untested !== undefined) return `cannot be tested from outside: ${entry.untested}`;
  return row?.reason ?? 'no case tests this yet';
}
