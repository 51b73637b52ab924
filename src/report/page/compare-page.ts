/** Renders several reports side by side, with a column for each: different targets, or one target at different dates. */
import { isFixed } from '../baseline/index.ts';
import type { FindingRow, Report } from '../record/index.ts';
import { formatShortSides } from './drifts/drift-card.ts';
import { html, type Markup } from './markup.ts';
import { renderPage } from './page-frame.ts';
import {
  markCode,
  table,
  requirementLink,
  scrollRegion,
  formatDuration,
  verdictMark,
} from './pieces.ts';
import { renderRequirementMatrix, type Column, renderSilenceList } from './ledger-tables.ts';
import { describeTarget, getVerdictTitle } from './verdict-band.ts';

/** Returns the page as HTML, with the columns in the given order. */
export function renderComparisonPage(reports: readonly Report[]): string {
  const columns = createColumns(reports);
  const drifts = renderDriftRows(columns);
  const names = columns.map(({ name }) => name);
  return renderPage({
    title: `${reports.length} reports side by side`,
    description:
      'Drifts, requirements and open questions of several runs of the contract tests, side by side.',
    band: html`<h1>${reports.length} reports side by side</h1>
      ${scrollRegion('The reports', renderOverview(columns))}`,
    parts: [
      {
        id: 'drifts',
        name: 'Drifts',
        number: drifts.length,
        body:
          drifts.length === 0
            ? html`<p class="none">None of these reports has a drift.</p>`
            : scrollRegion('Drifts', table('grid words', ['drift', ...names], drifts)),
      },
      { id: 'requirements', name: 'Requirements', body: renderRequirementMatrix(columns) },
      { id: 'silences', name: 'Open questions', body: renderSilenceList(columns) },
    ],
  });
}

/** Creates the columns, named by target if all targets differ, otherwise by date. */
function createColumns(reports: readonly Report[]): Column[] {
  const targets = new Set(reports.map(describeTarget));
  if (targets.size === reports.length)
    return reports.map((report) => ({ report, name: describeTarget(report) }));
  const dates = reports.map(formatDate);
  return reports.map((report, index) => {
    const date = formatDate(report);
    const isRepeated = dates.indexOf(date) !== dates.lastIndexOf(date);
    return { report, name: isRepeated ? `${date}, ${index + 1}` : date };
  });
}

function formatDate({ run }: Report): string {
  return run.startedAt.slice(0, 16).replace('T', ' ');
}

function renderOverview(columns: readonly Column[]): Markup {
  const rows = columns.map(({ name, report }) => {
    const { summary, run, contract } = report;
    const [title, kind] = getVerdictTitle(report);
    const date = formatDate(report);
    return html`<tr>
      <th scope="row">
        ${name} ${!name.startsWith(date) && html`<span class="when">${date}</span>`}
      </th>
      <td>${verdictMark(title, kind)}</td>
      <td>${summary.must.proven} of ${summary.must.total}</td>
      <td>${summary.must.conforms}</td>
      <td>${summary.drifts}</td>
      <td>${formatDuration(run.took)}, ${run.requests} requests</td>
      <td>${contract.sha256}</td>
    </tr>`;
  });
  const heads = ['report', 'verdict', 'proven', 'of these conform', 'drifts', 'took', 'contract'];
  return table('grid', heads, rows);
}

function renderDriftRows(columns: readonly Column[]): Markup[] {
  const findings = columns.flatMap(({ report }) => report.findings);
  const rows = new Map(findings.map((row) => [row.fingerprint, row])).values();
  return [...rows].map((row) => {
    const cells = columns.map(({ report }) => {
      const finding = report.findings.find(({ fingerprint }) => fingerprint === row.fingerprint);
      const mark = finding ? verdictMark(finding.verdict) : renderAbsenceNote(report, row);
      return html`<td>${mark}</td>`;
    });
    return html`<tr>
      <th scope="row">
        ${requirementLink(row.requirement)} <span class="fingerprint">${row.fingerprint}</span>
        <p>${markCode(row.says)}</p>
        <p class="reason">${formatShortSides(row)}</p>
      </th>
      ${cells}
    </tr>`;
  });
}

/** Explains why a drift is absent from a report: only a full test of its requirement shows that it is fixed. */
function renderAbsenceNote(report: Report, row: FindingRow): Markup {
  if (isFixed(report, row)) return verdictMark('fixed', 'conforms');
  const requirement = report.requirements.find(({ id }) => id === row.requirement);
  return requirement?.verdict === 'drifts'
    ? html`<span class="verdict">not shown, but another drift of this requirement is</span>`
    : html`<span class="verdict">not tested in full</span>`;
}
