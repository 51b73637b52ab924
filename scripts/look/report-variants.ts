/** Turns the report of one run into reports of other runs, so that their pages can be tested. */
import type { FindingRow, Report } from '../../src/report/record/index.ts';

/** The same service with every drift fixed. */
export function withoutDrifts(report: Report): Report {
  const requirements = report.requirements.map((row) =>
    row.verdict === 'drifts' ? { ...row, verdict: 'conforms' as const } : row,
  );
  const { must } = report.summary;
  const summary = { ...report.summary, drifts: 0, must: { ...must, conforms: must.proven } };
  return { ...report, summary, requirements, findings: [], verdict: 'conforms', exitCode: 0 };
}

/** The same service with this many drifts, of many requirements but of no more causes than the run has. */
export function withDrifts(report: Report, number: number): Report {
  const { findings } = report;
  const { requirements, ...fixed } = withoutDrifts(report);
  const musts = requirements.filter(({ level }) => level === 'must');
  const rows = Array.from({ length: number }, (_, at): FindingRow[] => {
    const row = findings[at % findings.length];
    if (row === undefined) return [];
    if (at < findings.length) return [row];
    const other = musts[(at * 7) % musts.length] ?? row;
    const {
      id: requirement,
      says,
      section,
    } = 'id' in other ? other : { ...row, id: row.requirement };
    const fingerprint = (0x1000_0000_0000 + at).toString(16);
    return [{ ...row, fingerprint, requirement, says, section }];
  }).flat();
  const drifting = new Set(rows.map(({ requirement }) => requirement));
  return {
    ...fixed,
    exitCode: 1,
    verdict: 'drifts',
    findings: rows,
    requirements: requirements.map((row) =>
      drifting.has(row.id) ? { ...row, verdict: 'drifts' } : row,
    ),
    summary: { ...report.summary, drifts: rows.length },
  };
}

/** A run that stopped at its first call. */
export function stoppedEarly(report: Report, stopped: 'unreachable' | 'key refused'): Report {
  const stoppedBecause =
    stopped === 'unreachable'
      ? 'No response from https://staging.invalid/v2/distribution: connection refused.'
      : 'The service refused the key with 401.';
  return {
    ...unprove(report, () => true, 'no response in this run showed it'),
    target: { address: 'https://staging.invalid/v2/distribution', kind: 'service', faults: [] },
    run: { ...report.run, stopped, stoppedBecause, requests: 1 },
    silences: [],
    operations: [],
    verdict: 'errored',
    exitCode: 3,
  };
}

/** A run that was only allowed to read. */
export function onlyReading(report: Report): Report {
  return unprove(report, (at) => at % 14 !== 0, 'needs --allow write');
}

function unprove(report: Report, isUnproven: (at: number) => boolean, reason: string): Report {
  const correct = withoutDrifts(report);
  const requirements = correct.requirements.map((row, at) =>
    isUnproven(at) ? { ...row, verdict: 'unproven' as const, reason, cases: [] } : row,
  );
  const musts = requirements.filter(({ level }) => level === 'must');
  const proven = musts.filter(({ verdict }) => verdict !== 'unproven').length;
  const must = { ...report.summary.must, proven, conforms: proven };
  return { ...correct, requirements, summary: { ...correct.summary, must } };
}

/** A service whose texts run from right to left, are very long, or contain no space. */
export function rightToLeft(report: Report): Report {
  const texts = ['خطأ في الحقل العنوان: القيمة ليست صحيحة', 'x'.repeat(3000), 'שגיאה '.repeat(200)];
  return {
    ...report,
    findings: report.findings.map((row, at) => ({
      ...row,
      actual: `415  application/json  {"message":"${texts[at % texts.length]}"}`,
      ...(row.exchange && {
        exchange: { ...row.exchange, responseBody: { message: texts[at % texts.length] } },
      }),
    })),
  };
}

/** A report with 300 requirements. */
export function manyRequirements(report: Report): Report {
  const more = report.requirements.map((row) => ({ ...row, id: `${row.id}-again` }));
  return { ...report, requirements: [...report.requirements, ...more].slice(0, 300) };
}
