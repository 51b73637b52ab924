/** Renders the faults that a test suite notices as a page. */
import { html, markCode, rowList, verdictMark, type Markup } from '../../design/pieces.ts';
import { renderSectionPage, renderVerdictLine } from '../../report/page/index.ts';
import { formatDuration, formatMinute } from '../../report/wording/index.ts';
import {
  computeShare,
  describeShare,
  groupByStatement,
  type FaultsReport,
  type StatementRows,
} from './faults-report.ts';

/** Returns the page as HTML, in one file. */
export function renderFaultsPage(report: FaultsReport): string {
  const { command, tookMs, startedAt } = report;
  const statements = groupByStatement(report);
  const missed = statements.filter(({ noticed, rows }) => noticed < rows.length);
  const noticed = statements.filter((statement) => !missed.includes(statement));
  const title = `${Math.floor(100 * computeShare(report))} % of the faults noticed`;
  const lead = html`<b>${command}</b>: ${describeShare(report)} It took ${formatDuration(tookMs)},
    on ${formatMinute(startedAt)}.`;
  const sections = [
    { id: 'missed', name: 'Not noticed', title: 'Statements with faults that no test notices' },
    { id: 'noticed', name: 'Noticed', title: 'Statements with every fault noticed' },
  ];
  return renderSectionPage({
    title: `${title}: ${command}`,
    description: 'The mistakes of a service that a test suite notices.',
    band: renderVerdictLine(title, missed.length > 0 ? 'drifts' : 'conforms', lead),
    sections: sections.map((section, index) => {
      const shown = index === 0 ? missed : noticed;
      const body = shown.length > 0 && shown.map(renderStatement);
      return { ...section, number: shown.length, body };
    }),
  });
}

function renderStatement({ id, says, noticed, rows }: StatementRows): Markup {
  const sorted = rows.toSorted((a, b) => Number(a.isNoticed) - Number(b.isNoticed));
  const list = sorted.map(({ name, description, isNoticed }) => {
    const word = isNoticed ? 'noticed' : 'not noticed';
    return html`${verdictMark(word, isNoticed ? 'conforms' : 'drifts')} ${markCode(description)}
      <code>${name}</code>`;
  });
  return html`<article class="panel">
    <h3><code>${id}</code>: ${noticed} of ${rows.length} noticed</h3>
    <p>${markCode(says)}</p>
    ${rowList(list)}
  </article>`;
}
