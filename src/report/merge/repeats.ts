/** Removes drifts of the monitor in one shard that a case reports in another shard. */
import type { FindingRow, Report } from '../record/index.ts';

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
