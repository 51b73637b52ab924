/** Joins the reports of the shards of one run into the report that one run would have made. */
import { omitUndefined } from '../../contract/omit-undefined.ts';
import { operationIds } from '../../contract/operations.ts';
import { requirement, silenceIds } from '../../contract/requirements.ts';
import { answerFindings, illegalAnswers } from '../../harness/run/index.ts';
import { type SilenceAnswer, type Finding, verdicts } from '../../harness/evidence/index.ts';
import {
  type AnswerRow,
  byRank,
  type CaseRow,
  type EvidenceRow,
  exitCodeOf,
  type FindingRow,
  findingRows,
  joined,
  runFactsFrom,
  ledgerEntries,
  type OperationRow,
  type Report,
  type RequirementRow,
  type RunRow,
  type SilenceRow,
  summaryOf,
  verdictOf,
} from '../record/index.ts';
import { redactor } from '../redact/index.ts';
import { grouped } from '../wording/index.ts';
import { assertShardsOfOneRun } from './mergeable.ts';
import { numberedOn, withoutRepeats } from './prepare-shards.ts';

/**
 * Joins reports. Verdicts are computed again from all cases together, so that a requirement is
 * proven if any shard has evidence for it.
 * @throws NotMergeable when they are not all shards of one run, each once
 */
export function mergeReports(shards: readonly Report[]): Report {
  const first = assertShardsOfOneRun(shards);
  const reports = withoutRepeats(numberedOn(shards));
  const silences = rowsById(reports, ({ silences: rows }) => rows).map(silenceOf);
  const findings = findingsOf(reports, silences);
  const requirements = rowsById(reports, ({ requirements: rows }) => rows).map(requirementOf);
  const errored = reports.reduce((sum, { summary }) => sum + summary.errored, 0);
  const settled = withDrifts(silences, findings);
  const counted = { requirements, silences: settled, findings, errored, inScope: () => true };
  const summary = summaryOf(counted);
  const run = runOf(reports, first.run);
  const learnt = runFactsFrom(summary, run.stopped);
  return {
    ...first,
    run,
    verdict: verdictOf(learnt),
    exitCode: exitCodeOf(learnt),
    summary,
    requirements,
    silences: settled,
    findings,
    operations: operationsOf(reports),
    leftovers: reports.flatMap(({ leftovers }) => leftovers),
  };
}

function rowsById<Row extends { readonly id: string }>(
  reports: readonly Report[],
  rowsOf: (report: Report) => readonly Row[],
): (readonly Row[])[] {
  const groups = grouped(reports.flatMap(rowsOf), ({ id }) => id);
  // The ledger's order, which is the order of every single report.
  return ledgerEntries().flatMap(({ id }) => {
    const group = groups.get(id);
    return group === undefined ? [] : [group];
  });
}

function requirementOf(rows: readonly RequirementRow[]): RequirementRow {
  const [first] = rows;
  if (first === undefined) throw new Error('A group of rows is never empty.');
  const cases = casesOf(rows.flatMap((row) => row.cases));
  const verdict = verdicts.find((word) => cases.some((one) => one.verdict === word)) ?? 'unproven';
  const reason =
    verdict === 'unproven'
      ? (cases.find((one) => one.verdict === 'unproven')?.reason ?? first.reason)
      : cases.find((one) => one.verdict === verdict)?.reason;
  const { id, says, section, level, untested } = first;
  const provable = rows.some((row) => row.provable === true) || undefined;
  const evidence = mergeEvidence(rows);
  const situations = mergeSituations(rows);
  const stated = { id, says, section, level, verdict, cases };
  return { ...stated, ...omitUndefined({ provable, untested, reason, evidence, situations }) };
}

function casesOf(rows: readonly CaseRow[]): CaseRow[] {
  const passing = rows.filter(({ source, verdict }) => isPassing(source) && verdict === 'conforms');
  const others = rows.filter((row) => !passing.includes(row));
  const broken = others.some(({ source, verdict }) => isPassing(source) && verdict === 'drifts');
  const merged = new Map<string, CaseRow>();
  for (const row of others) {
    const key = `${row.source} ${row.sentence}`;
    const seen = merged.get(key);
    merged.set(key, seen ? joined(seen, row) : row);
  }
  const [met] = passing;
  // If one shard saw a drift, the others prove nothing by seeing none.
  return met === undefined || broken ? [...merged.values()] : [...merged.values(), met];
}

/** True if the monitor judged the row, whatever case sent the exchange. */
function isPassing(source: CaseRow['source']): boolean {
  return source === 'monitor' || source === 'shape';
}

function silenceOf(rows: readonly SilenceRow[]): SilenceRow {
  const [first] = rows;
  if (first === undefined) throw new Error('A group of rows is never empty.');
  const answers = new Map<string, AnswerRow>();
  for (const row of rows.flatMap((one) => one.answers)) {
    const key = `${row.operation} ${row.answer}`;
    const seen = answers.get(key);
    answers.set(key, seen ? { ...seen, times: seen.times + row.times } : row);
  }
  const telling = rows.find(({ answers: own }) => own.length > 0);
  const worst = verdicts
    .filter((word) => word !== 'unproven' || telling === undefined)
    .flatMap((word) => rows.filter(({ verdict }) => verdict === word))[0];
  return { ...(worst ?? first), answers: [...answers.values()] };
}

/** Drifts of all shards, and those that only show in their combined answers. */
function findingsOf(reports: readonly Report[], silences: readonly SilenceRow[]): FindingRow[] {
  const rows = new Map<string, FindingRow>();
  for (const row of [...reports.flatMap(({ findings }) => findings), ...unstable(silences)]) {
    const seen = rows.get(row.fingerprint);
    const occurrences = (seen?.occurrences ?? 0) + row.occurrences;
    rows.set(row.fingerprint, { ...(seen ?? row), occurrences });
  }
  return [...rows.values()].sort(byRank);
}

/** Stable silences that two shards saw answered differently. */
function unstable(silences: readonly SilenceRow[]): FindingRow[] {
  const answered = silences.flatMap(({ id, verdict, answers }): SilenceAnswer[] => {
    const silence = silenceIds.find((known) => known === id);
    if (silence === undefined || verdict === 'drifts' || verdict === 'known') return [];
    if (requirement(silence).stable !== true) return [];
    return answers.map(({ answer, times, operation }) => ({
      silence,
      answer,
      times,
      operation: operation === undefined ? undefined : operationNamed(operation),
      evidence: undefined,
    }));
  });
  const found: readonly Finding[] = answerFindings(illegalAnswers(answered), 0);
  return findingRows(found, {
    ledger: new Map(ledgerEntries().map((entry) => [entry.id, entry])),
    redact: redactor([]),
    again: (finding) => `bookdist verify --only ${finding.requirement}`,
  });
}

function operationNamed(name: string): SilenceAnswer['operation'] {
  return operationIds.find((known) => known === name);
}

function withDrifts(
  silences: readonly SilenceRow[],
  findings: readonly FindingRow[],
): SilenceRow[] {
  const drifting = new Set(findings.map((row) => row.requirement));
  return silences.map((row) =>
    drifting.has(row.id) && row.verdict === 'observed' ? { ...row, verdict: 'drifts' } : row,
  );
}

function operationsOf(reports: readonly Report[]): OperationRow[] {
  const [first, ...rest] = reports.map(({ operations }) => operations);
  return (first ?? []).map((row) => {
    const same = rest.flatMap((rows) =>
      rows.filter(({ operation }) => operation === row.operation),
    );
    const statuses = new Map<number, OperationRow['statuses'][number]>();
    for (const count of [row, ...same].flatMap((one) => one.statuses)) {
      const times = (statuses.get(count.status)?.times ?? 0) + count.times;
      statuses.set(count.status, { ...count, times });
    }
    const { timing: _own, ...kept } = row;
    return {
      ...kept,
      calls: [row, ...same].reduce((sum, { calls }) => sum + calls, 0),
      statuses: [...statuses.values()].sort((a, b) => a.status - b.status),
    };
  });
}

/** Shards run side by side, so the longest duration counts, and requests are added up. */
function runOf(reports: readonly Report[], first: RunRow): RunRow {
  const runs = reports.map((report) => report.run);
  const { seed, reach, allow, only, asOf } = first;
  const { stopped, stoppedBecause } = runs.find((one) => one.stopped !== undefined) ?? {};
  const [earliest = ''] = runs.map(({ startedAt }) => startedAt).toSorted();
  return {
    id: runs.map(({ id }) => id).join('+'),
    seed,
    reach,
    allow,
    startedAt: earliest,
    took: Math.max(...runs.map(({ took }) => took)),
    waited: runs.reduce((sum, { waited }) => sum + waited, 0),
    requests: runs.reduce((sum, { requests }) => sum + requests, 0),
    repeated: runs.reduce((sum, { repeated }) => sum + repeated, 0),
    ...omitUndefined({ only, asOf, stopped, stoppedBecause }),
  };
}

/** Adds up what the shards judged. */
function mergeEvidence(rows: readonly RequirementRow[]): EvidenceRow | undefined {
  const all = rows.flatMap(({ evidence }) => evidence ?? []);
  if (all.length === 0) return undefined;
  const values = new Map<string, Set<string>>();
  for (const [name, some] of all.flatMap((one) => Object.entries(one.values))) {
    values.set(name, new Set([...(values.get(name) ?? []), ...some]));
  }
  return {
    exchanges: all.reduce((sum, { exchanges }) => sum + exchanges, 0),
    drifted: all.reduce((sum, { drifted }) => sum + drifted, 0),
    values: Object.fromEntries([...values].map(([name, some]) => [name, [...some]])),
  };
}

/** A situation is missed if no shard judged it. */
function mergeSituations(rows: readonly RequirementRow[]): RequirementRow['situations'] {
  const [first, ...others] = rows.flatMap(({ situations }) => situations ?? []);
  if (first === undefined) return undefined;
  const missed = first.missed.filter((one) => others.every((other) => other.missed.includes(one)));
  return { judged: first.possible - missed.length, possible: first.possible, missed };
}
