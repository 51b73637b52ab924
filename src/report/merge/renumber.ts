/** Exchanges of several shards in one count: each shard counts its own from 1, and a joined report must tell them apart. */
import { evidenceIn, type ExchangeRow, type Report } from '../record/index.ts';

/** The same reports, the numbers of each going on where the one before it ended. */
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
