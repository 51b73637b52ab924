/** Computes the numbers at the head of a report from its rows. */
import type { StopReason, Verdict } from '../../harness/evidence/index.ts';
import { isInScope } from '../../harness/plan/index.ts';
import type { RunFacts } from './exit-code.ts';
import { findSurprisingAnswers } from './surprising-answers.ts';
import type { FindingRow, Proof, RequirementRow, SilenceRow, Summary } from './report.ts';

export interface ReportRows {
  readonly requirements: readonly RequirementRow[];
  readonly silences: readonly SilenceRow[];
  readonly findings: readonly FindingRow[];
  readonly errored: number;
  /** The id prefix the run was limited to. */
  readonly only: string | undefined;
}

/** Returns the summary of all rows in scope. */
export function summarizeRows({
  requirements,
  silences,
  findings,
  errored,
  only,
}: ReportRows): Summary {
  const rows = requirements.filter((row) => isInScope(only, row.id));
  const advice = findings.filter((row) => row.level === 'should');
  const knownDrifts = findings.filter((row) => row.level !== 'should' && row.verdict === 'known');
  return {
    must: countProof(rows.filter((row) => row.level === 'must')),
    should: countProof(rows.filter((row) => row.level === 'should')),
    verdicts: countVerdicts(rows),
    silences: {
      total: silences.length,
      observed: silences.filter((row) => row.answers.length > 0).length,
    },
    situations: sumSituations(rows),
    drifts: findings.length - advice.length - knownDrifts.length,
    known: knownDrifts.length,
    advice: advice.length,
    errored,
    surprising: findSurprisingAnswers(silences).length,
  };
}

function sumSituations(rows: readonly RequirementRow[]): Required<Summary>['situations'] {
  const counts = rows.flatMap(({ situations }) => situations ?? []);
  return {
    judged: counts.reduce((sum, { judged }) => sum + judged, 0),
    possible: counts.reduce((sum, { possible }) => sum + possible, 0),
  };
}

const provenVerdicts = new Set<Verdict>(['conforms', 'drifts', 'known']);

function countProof(rows: readonly RequirementRow[]): Proof {
  const provenRows = rows.filter((row) => provenVerdicts.has(row.verdict));
  return {
    total: rows.length,
    proven: provenRows.length,
    conforms: provenRows.filter((row) => row.verdict === 'conforms').length,
    untested: rows.filter((row) => row.untested !== undefined && !provenVerdicts.has(row.verdict))
      .length,
  };
}

function countVerdicts(rows: readonly RequirementRow[]): Record<Verdict, number> {
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

/** Returns the facts that the exit code depends on. */
export function toRunFacts(summary: Summary, stopped: StopReason | undefined): RunFacts {
  return {
    drifts: summary.drifts,
    errored: summary.errored,
    nothingProven: summary.must.total > summary.must.untested && summary.must.proven === 0,
    answered: summary.must.proven + summary.should.proven + summary.silences.observed,
    stopped,
  };
}
