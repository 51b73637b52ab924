/** Creates the row of every requirement, tested or not, and of every silence with its answers. */
import {
  type Evidence,
  type Finding,
  type RequirementVerdict,
  verdicts,
  type SilenceAnswer,
} from '../../harness/evidence/index.ts';
import { omitUndefined } from '../../contract/omit-undefined.ts';
import { isInScope } from '../../harness/plan/index.ts';
import { statedIds } from '../../contract/requirements.ts';
import { countSituations } from '../../monitor/index.ts';
import { findFingerprint } from './finding-rows.ts';
import type { LedgerEntry } from './ledger-entry.ts';
import type { Redactor } from '../redact.ts';
import type { AnswerRow, CaseRow, EvidenceRow, RequirementRow, SilenceRow } from './report.ts';
import { toExchangeRow } from './exchanges/index.ts';

interface RunResults {
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
  { verdicts: rows, only, redact, ...run }: RunResults,
): RequirementRow[] {
  const resultById = new Map<string, RequirementVerdict>(rows.map((row) => [row.requirement, row]));
  const evidenceById = new Map<string, Evidence>(run.evidence.map((row) => [row.requirement, row]));
  return ledger.flatMap(({ id, says, from: section, level, untested }) => {
    if (level === 'open') return [];
    const result = resultById.get(id);
    const verdict = result?.verdict ?? 'unproven';
    if (!isInScope(only, id) && verdict !== 'drifts') return [];
    const findings = run.findings.filter(({ requirement }) => requirement === id);
    const reason = findReason(untested, result);
    const evidence = evidenceById.get(id);
    const statedId = statedIds.find((candidate) => candidate === id);
    return [
      omitUndefined({
        id,
        says,
        section,
        level,
        verdict,
        reason: reason === undefined ? undefined : redact.text(reason),
        provable: run.provable.has(id) || undefined,
        untested,
        cases: toCaseRows(findings, redact),
        evidence: evidence && toEvidenceRow(evidence),
        situations: statedId && countSituations(statedId, evidence?.situations ?? []),
      }),
    ];
  });
}

function toEvidenceRow({ firstAtRequest, exchanges, drifted }: Evidence): EvidenceRow {
  return { firstAtRequest, exchanges, drifted };
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
  const { sentence, source, verdict, requests, took, reason, drawn } = finding;
  return omitUndefined({
    sentence: redact.text(sentence),
    source,
    verdict,
    times: 1,
    requests,
    took: Math.round(took),
    reason: reason === undefined ? undefined : redact.text(reason),
    drawn,
    fingerprints: fingerprint === undefined ? undefined : [fingerprint],
  });
}

function mergeRows(a: CaseRow, b: CaseRow): CaseRow {
  const worseRow = verdicts.indexOf(b.verdict) < verdicts.indexOf(a.verdict) ? b : a;
  const fingerprints = [...new Set([...(a.fingerprints ?? []), ...(b.fingerprints ?? [])])];
  return {
    ...worseRow,
    times: a.times + b.times,
    requests: a.requests + b.requests,
    took: a.took + b.took,
    ...(fingerprints.length > 0 && { fingerprints }),
  };
}

function findReason(untested: string | undefined, result: RequirementVerdict | undefined) {
  if (result !== undefined && result.verdict !== 'unproven') return result.reason;
  if (untested !== undefined) return `cannot be tested from outside: ${untested}`;
  return result?.reason ?? 'no case tests this yet';
}

interface SilenceContext {
  readonly answers: readonly SilenceAnswer[];
  readonly findings: readonly Finding[];
  /** The id prefix to which `--only` limited the run. */
  readonly only: string | undefined;
  readonly redact: Redactor;
}

/** Returns a row for each silence that is in scope, was observed or drifts, in the ledger's order. */
export function toSilenceRows(
  ledger: readonly LedgerEntry[],
  context: SilenceContext,
): SilenceRow[] {
  const { redact, only } = context;
  return ledger.flatMap((entry) => {
    const { id, says, from: section, level, readings = 'any', others, surprising } = entry;
    if (level !== 'open') return [];
    const findings = context.findings.filter(({ requirement }) => requirement === id);
    const answers = context.answers
      .filter(({ silence }) => silence === id)
      .map((answer) => toAnswerRow(answer, redact));
    const { verdict, reason: rawReason } = chooseOutcome(entry, answers.length > 0, findings);
    if (!isInScope(only, id) && verdict !== 'drifts' && verdict !== 'observed') return [];
    const reason = rawReason === undefined ? undefined : redact.text(rawReason);
    const facts = { id, says, section, verdict, reason, readings, others, surprising, answers };
    return [omitUndefined(facts)];
  });
}

function toAnswerRow(
  { answer, operation, times, evidence, difference }: SilenceAnswer,
  redact: Redactor,
): AnswerRow {
  return omitUndefined({
    answer: redact.text(answer),
    operation,
    times,
    evidence: evidence && toExchangeRow(evidence, redact),
    expected: difference && redact.text(difference.expected),
    actual: difference && redact.text(difference.actual),
    pointer: difference?.pointer,
  });
}

function chooseOutcome(
  { untested }: LedgerEntry,
  isAnswered: boolean,
  findings: readonly Finding[],
): Pick<Finding, 'verdict' | 'reason'> {
  const drift = findings.find(({ verdict }) => verdict === 'drifts' || verdict === 'known');
  if (drift) return drift;
  if (isAnswered) return { verdict: 'observed' };
  const undecided = findings.find(({ verdict }) => verdict === 'errored' || verdict === 'unproven');
  if (undecided) return undecided;
  if (untested === undefined) return { verdict: 'unproven', reason: 'no case observes this yet' };
  return { verdict: 'unproven', reason: `cannot be tested from outside: ${untested}` };
}
