/** Turns the report of one run into reports of other runs, so that their pages can be tested. */
import type { FindingRow, Report } from '../../src/report/record/index.ts';

/** The same service with other drifts. */
export function withFindings(report: Report, findings: readonly FindingRow[]): Report {
  const drifting = new Set(findings.map(({ requirement }) => requirement));
  const { must } = report.summary;
  const conforms = must.proven - drifting.size;
  const isConforming = findings.length === 0;
  return {
    ...report,
    requirements: report.requirements.map((row) => {
      const rest = row.verdict === 'drifts' ? 'conforms' : row.verdict;
      return { ...row, verdict: drifting.has(row.id) ? 'drifts' : rest };
    }),
    summary: { ...report.summary, drifts: findings.length, must: { ...must, conforms } },
    findings,
    verdict: isConforming ? 'conforms' : 'drifts',
    exitCode: isConforming ? 0 : 1,
  };
}

/** The same service with this many drifts, of many requirements but of no more causes than the run has. */
export function withDrifts(report: Report, count: number): Report {
  const musts = report.requirements.filter(({ level }) => level === 'must');
  const findings = Array.from({ length: count }, (_, at) => {
    const row = report.findings[at % report.findings.length];
    const must = musts[(at * 7) % musts.length];
    if (row === undefined || must === undefined) throw new Error('The report has no drifts.');
    const { id: requirement, says, section } = must;
    const fingerprint = (0x1000_0000_0000 + at).toString(16);
    return { ...row, fingerprint, requirement, says, section };
  });
  return withFindings(report, findings);
}

/** A run that stopped at its first call. */
export function unreachable(report: Report): Report {
  const address = 'https://staging.invalid/v2/distribution';
  const stoppedBecause = `No response from ${address}: connection refused.`;
  return {
    ...onlyReading(report),
    target: { address, kind: 'service', faults: [] },
    run: { ...report.run, stopped: 'unreachable', stoppedBecause, requests: 1 },
    silences: [],
    operations: [],
    verdict: 'errored',
    exitCode: 3,
  };
}

/** A run that was only allowed to read, and proved little. */
export function onlyReading(report: Report): Report {
  const reason = 'needs --allow write';
  const { summary, requirements, ...rest } = withFindings(report, []);
  const must = { ...summary.must, proven: 15, conforms: 15 };
  return {
    ...rest,
    summary: { ...summary, must },
    requirements: requirements.map((row, at) =>
      at % 14 === 0 ? row : { ...row, verdict: 'unproven', reason, cases: [] },
    ),
  };
}

/** A service whose texts run from right to left, are very long, or contain no space. */
export function withUnusualTexts(report: Report): Report {
  const texts = ['خطأ في الحقل العنوان: القيمة ليست صحيحة', 'x'.repeat(3000), 'שגיאה '.repeat(200)];
  const findings = report.findings.map((row, at): FindingRow => {
    const message = texts[at % texts.length] ?? '';
    const exchange = row.exchange && { ...row.exchange, responseBody: { message } };
    const actual = `415  application/json  {"message":"${message}"}`;
    return { ...row, actual, ...(exchange && { exchange }) };
  });
  return { ...report, findings };
}
