/** Renumbers the exchanges of several shards, which each count from 1, so that a merged report can distinguish them. */
import { evidenceIn, type ExchangeRow, type Report } from '../record/index.ts';

/** The same reports, with exchanges numbered continuously. */
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
