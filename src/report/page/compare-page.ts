/** Renders several reports side by side, with a column for each: different targets, or one target at different dates. */
import { html, type Content, markCode, verdictMark, wideTable } from '../../design/pieces.ts';
import { compareReports, isFixed } from '../baseline/index.ts';
import type { FindingRow, Report } from '../record/index.ts';
import { describeVerdict, formatDuration, formatVerdictHeading } from '../wording/index.ts';
import { formatShortSides } from './drifts/drift-card.ts';
import {
  renderRequirementMatrix,
  renderSilenceList,
  requirementLink,
  type Column,
} from './ledger-tables.ts';
import { renderSectionPage } from './filtered-rows.ts';
import { describeTarget } from './verdict-band.ts';

/** Returns the page as HTML, with the columns in the given order. */
export function renderComparisonPage(reports: readonly Report[]): string {
  const columns = createColumns(reports);
  const drifts = listDrifts(columns);
  const title = `${reports.length} reports side by side`;
  return renderSectionPage({
    title,
    description:
      'Drifts, requirements and open questions of several runs of the contract tests, side by side.',
    band: html`<h1>${describeChange(reports) ?? title}</h1>
      ${renderOverview(columns)}`,
    sections: [
      {
        id: 'drifts',
        name: 'Drifts',
        number: drifts.length,
        body:
          drifts.length === 0
            ? html`<p class="note">None of these reports has a drift.</p>`
            : wideTable('Drifts', ['drift', ...columns.map(({ name }) => name)], drifts),
      },
      { id: 'requirements', name: 'Requirements', body: renderRequirementMatrix(columns) },
      { id: 'silences', name: 'Open questions', body: renderSilenceList(columns) },
    ],
  });
}

/** Returns the verdict of the latest report and what changed since the one before; undefined for other targets. */
function describeChange(reports: readonly Report[]): string | undefined {
  const [before, latest] = reports
    .toSorted((a, b) => (a.run.startedAt < b.run.startedAt ? -1 : 1))
    .slice(-2);
  if (before === undefined || latest === undefined) return undefined;
  const { sameTarget, fresh, fixed } = compareReports(before, latest);
  if (!sameTarget) return undefined;
  return `${formatVerdictHeading(latest)}: ${fresh.length} new, ${fixed.length} fixed`;
}

/** Creates the columns, named by target if all targets differ, otherwise by date. */
function createColumns(reports: readonly Report[]): Column[] {
  const targets = new Set(reports.map(describeTarget));
  if (targets.size === reports.length)
    return reports.map((report) => ({ report, name: shortenAddress(describeTarget(report)) }));
  const dates = reports.map(formatDate);
  return reports.map((report, index) => {
    const date = formatDate(report);
    const isRepeated = dates.indexOf(date) !== dates.lastIndexOf(date);
    return { report, name: isRepeated ? `${date}, ${index + 1}` : date };
  });
}

/** Leaves out what the addresses of all services share, because the columns of a phone are narrow. */
function shortenAddress(target: string): string {
  return target.replace(/^https?:\/\//, '').replace(/\/v2\/distribution$/, '');
}

function formatDate({ run }: Report): string {
  return run.startedAt.slice(0, 16).replace('T', ' ');
}

function renderOverview(columns: readonly Column[]): Content {
  const rows = columns.map(({ name, report }) => {
    const { summary, run, contract } = report;
    const date = formatDate(report);
    return [
      html`${name} ${!name.startsWith(date) && html`<span class="soft">${date}</span>`}`,
      verdictMark(formatVerdictHeading(report), describeVerdict(report).kind),
      `${summary.must.proven} of ${summary.must.total}`,
      summary.must.conforms,
      summary.drifts,
      `${formatDuration(run.took)}, ${run.requests} requests`,
      contract.sha256,
    ];
  });
  const heads = ['report', 'verdict', 'proven', 'of these conform', 'drifts', 'took', 'contract'];
  return wideTable('The reports', heads, rows);
}

function listDrifts(columns: readonly Column[]): Content[][] {
  const findings = columns.flatMap(({ report }) => report.findings);
  const rows = new Map(findings.map((row) => [row.fingerprint, row])).values();
  return Array.from(rows, (row) => [
    html`${requirementLink(row.requirement)} <span class="fingerprint">${row.fingerprint}</span>
      <p>${markCode(row.says)}</p>
      <p class="soft">${formatShortSides(row)}</p>`,
    ...columns.map(({ report }) => describePresence(report, row, columns)),
  ]);
}

/** Returns the verdict of a drift, or why a report does not have it: only a full test of its requirement shows that it is fixed. */
function describePresence(report: Report, row: FindingRow, columns: readonly Column[]): Content {
  const finding = report.findings.find(({ fingerprint }) => fingerprint === row.fingerprint);
  if (finding) return verdictMark(finding.verdict);
  if (isFixed(report, row)) {
    // Only a drift that an earlier report shows can be fixed; otherwise it is new in a later one.
    const wasShown = columns.some(
      ({ report: other }) =>
        other.run.startedAt < report.run.startedAt &&
        describeTarget(other) === describeTarget(report) &&
        other.findings.some(({ fingerprint }) => fingerprint === row.fingerprint),
    );
    return verdictMark(wasShown ? 'fixed' : 'not there', 'conforms');
  }
  const requirement = report.requirements.find(({ id }) => id === row.requirement);
  return requirement?.verdict === 'drifts'
    ? 'not shown, but another drift of this requirement is'
    : 'not tested in full';
}
