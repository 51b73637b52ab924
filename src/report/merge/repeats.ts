/** Drifts that the monitor found in one shard and that a case reports from another. */
import type { FindingRow, Report } from '../record/index.ts';

/**
 * Omits the monitor's drifts of which a case of any shard reports the same requirement and
 * operation, and what the monitor of one shard confirms of a requirement that drifts in another:
 * one run leaves both out as well.
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
