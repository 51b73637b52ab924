/** Prepares the reports of shards for merging: numbers their exchanges in one count, and removes repeated drifts. */
import { evidenceIn, type ExchangeRow, type FindingRow, type Report } from '../record/index.ts';

/** Numbers exchanges continuously; each shard counts from 1. */
export function numberedOn(reports: readonly Report[]): Report[] {
  let before = 0;
  return reports.map((report) => {
    const numbers = evidenceIn(report).map(({ number }) => number);
    const later = shifted(report, before);
    before += Math.max(report.run.requests, ...numbers);
    return later;
  });
}

function shifted(report: Report, by: number): Report {
  const later = (row: ExchangeRow): ExchangeRow => ({ ...row, number: row.number + by });
  return {
    ...report,
    findings: report.findings.map((row) => ({
      ...row,
      firstAtRequest: row.firstAtRequest + by,
      ...(row.exchange && { exchange: later(row.exchange) }),
      ...(row.calls && {
        calls: row.calls.map((call) => ({ ...call, number: call.number + by })),
      }),
    })),
    silences: report.silences.map((row) => ({
      ...row,
      answers: row.answers.map((answer) => ({
        ...answer,
        ...(answer.evidence && { evidence: later(answer.evidence) }),
      })),
    })),
  };
}

/**
 * Removes a drift of the monitor if a case in any shard reports the same requirement and operation.
 * Removes what the monitor confirms in one shard if the requirement drifts in another. A run without
 * shards does the same.
 */
export function withoutRepeats(reports: readonly Report[]): Report[] {
  const rows = reports.flatMap(({ findings }) => findings);
  const subject = ({ requirement, operation }: FindingRow): string => `${requirement} ${operation}`;
  const reported = new Set(rows.filter(({ kind }) => kind !== 'monitor').map(subject));
  const repeated = new Set(
    rows
      .filter((row) => row.kind === 'monitor' && reported.has(subject(row)))
      .map(({ fingerprint }) => fingerprint),
  );
  const drifting = new Set(rows.map(({ requirement }) => requirement));
  return reports.map((report) => ({
    ...report,
    findings: report.findings.filter(({ fingerprint }) => !repeated.has(fingerprint)),
    requirements: report.requirements.map((row) => ({
      ...row,
      cases: row.cases.filter(
        ({ source, verdict, fingerprints = [] }) =>
          source !== 'monitor' ||
          (!(verdict === 'conforms' && drifting.has(row.id)) &&
            !fingerprints.some((one) => repeated.has(one))),
      ),
    })),
  }));
}
