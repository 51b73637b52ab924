/** Computes the numbers at the head of a report from its rows. */
import type { StopReason, Verdict } from '../../harness/evidence/index.ts';
import { isInScope } from '../../harness/plan/index.ts';
import { type RunFacts, findSurprisingAnswers } from './exit-code.ts';
import type { Proof, Report, RequirementRow, Summary } from './report.ts';

/**
 * Returns the summary of all rows in scope.
 * @param errored the number of cases that failed on our side or in the network
 * @param only the id prefix the run was limited to
 */
export function summarizeRows(
  { requirements, silences, findings }: Pick<Report, 'requirements' | 'silences' | 'findings'>,
  errored: number,
  only: string | undefined,
): Summary {
  const rows = requirements.filter((row) => isInScope(only, row.id));
  const observed = silences.filter((row) => row.answers.length > 0);
  const advice = findings.filter((row) => row.level === 'should');
  const knownDrifts = findings.filter((row) => row.level !== 'should' && row.verdict === 'known');
  return {
    must: countProof(rows.filter((row) => row.level === 'must')),
    should: countProof(rows.filter((row) => row.level === 'should')),
    verdicts: countVerdicts(rows),
    silences: { total: silences.length, observed: observed.length },
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

/** The verdicts with which a requirement counts as proven. */
export const provenVerdicts: ReadonlySet<Verdict> = new Set(['conforms', 'drifts', 'known']);

function countProof(rows: readonly RequirementRow[]): Proof {
  const provenRows = rows.filter((row) => provenVerdicts.has(row.verdict));
  return {
    total: rows.length,
    proven: provenRows.length,
    conforms: provenRows.filter((row) => row.verdict === 'conforms').length,
    untested: rows.filter((row) => row.untested && !provenVerdicts.has(row.verdict)).length,
  };
}

function countVerdicts(rows: readonly RequirementRow[]): Record<Verdict, number> {
  const counts = { drifts: 0, known: 0, errored: 0, unproven: 0, observed: 0, conforms: 0 };
  for (const { verdict } of rows) counts[verdict] += 1;
  return counts;
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
