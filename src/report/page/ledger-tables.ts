/** Renders the tables of requirements, of open questions, and of unchecked parts of the contract. */
import {
  html,
  type Content,
  type Markup,
  foldedDetails,
  verdictMark,
  foldedPanel,
  rowList,
} from '../../design/pieces.ts';
import type { CaseRow, Report, RequirementRow, AnswerRow, SilenceRow } from '../record/index.ts';
import {
  formatCount,
  formatDuration,
  withShortReason,
  describeContractCoverage,
  groupBy,
  selectChangedParts,
} from '../wording/index.ts';
import { renderFilteredRows, type FilteredRow } from './filtered-rows.ts';
import type { UnprovenPart } from '../../contract/parts/index.ts';

/** A column for one report. */
export interface Column {
  readonly name: string;
  readonly report: Report;
}

/** A requirement's id with a link to its row. */
export function requirementLink(id: string): Markup {
  return html`<a class="id" href="#${id}">${id}</a>`;
}

/** Returns a row for each id in any of the reports, with its cell in each report. */
function mergeColumns<Row extends { readonly id: string; readonly reason?: string }>(
  columns: readonly Column[],
  selectRows: (report: Report) => readonly Row[],
) {
  const rowMaps = columns.map(
    ({ report }) =>
      new Map(selectRows(report).map((row) => [row.id, withShortReason(row, report)] as const)),
  );
  return [...new Map(rowMaps.flatMap((rows) => [...rows])).values()].map((row) => ({
    row,
    cells: rowMaps.map((rows) => rows.get(row.id)),
  }));
}

/** The table of requirements, with a row for each requirement in any of the reports. */
export function renderRequirementMatrix(columns: readonly Column[]): Markup {
  const rows = mergeColumns(columns, ({ requirements }) => requirements);
  const isSingle = columns.length === 1;
  return renderFilteredRows(
    describeLevels(rows.map(({ row }) => row)),
    ['requirement', ...columns.map(({ name }) => name)],
    rows.map(({ row, cells }): FilteredRow => {
      const verdicts = new Set(cells.map((cell) => cell?.verdict ?? 'unproven'));
      return {
        ...row,
        kinds: [...verdicts, ...(verdicts.size > 1 ? ['differs'] : [])],
        afterId: row.level === 'should' && html`<span class="tag">advice</span>`,
        details: isSingle && html`${renderCaseList(row)}${renderSituationList(row)}`,
        cells: cells.map((cell) => renderVerdict(cell, isSingle)),
      };
    }),
  );
}

function describeLevels(rows: readonly RequirementRow[]): string {
  const advice = rows.filter(({ level }) => level === 'should').length;
  const musts = formatCount(rows.length - advice, 'requirement');
  return advice === 0
    ? `${musts}.`
    : `${musts}, and ${formatCount(advice, 'piece')} of advice, which fails no run.`;
}

function renderVerdict(row: RequirementRow | undefined, hasDriftCards: boolean): Content {
  if (row === undefined) return 'not tested';
  const drifts = new Set(row.cases.flatMap(({ fingerprints = [] }) => fingerprints));
  const links = Array.from(drifts, (fingerprint) =>
    hasDriftCards
      ? html` <a class="fingerprint" href="#drift-${fingerprint}">${fingerprint}</a>`
      : html` <span class="fingerprint">${fingerprint}</span>`,
  );
  return html`${verdictMark(row.verdict)}${links}${renderReason(row)}`;
}

function renderReason({ reason }: { readonly reason?: string }): Content {
  return reason !== undefined && html`<p class="soft">${reason}</p>`;
}

function renderCaseList({ cases }: RequirementRow): Content {
  if (cases.length === 0) return undefined;
  return foldedDetails(
    formatCount(cases.length, 'case'),
    html`<ul class="plain">
      ${cases.map(renderCaseLine)}
    </ul>`,
  );
}

/** The most missed situations to name; report.json has all of them. */
const maxSituations = 20;

function renderSituationList({ situations }: RequirementRow): Content {
  if (situations === undefined) return undefined;
  const { judged, possible, missed } = situations;
  const title = `${judged} of ${possible} situations judged`;
  if (missed.length === 0) return html`<p class="soft">${title}</p>`;
  const hiddenCount = missed.length - maxSituations;
  // One element for all lines, because a page has hundreds of requirements.
  const lines = missed.slice(0, maxSituations).join('\n');
  return foldedDetails(
    title,
    html`<p>No exchange was judged in these situations:</p>
      <pre tabindex="0">
${lines}${hiddenCount > 0 && `\nand ${hiddenCount} more, in report.json`}</pre>`,
  );
}

function renderCaseLine(row: CaseRow): Markup {
  const { source, times, drawn } = row;
  const facts = [
    source,
    ...(times > 1 ? [`${times} times`] : []),
    ...(drawn ? [`${drawn.runs} values, seed ${drawn.seed}`] : []),
    ...(source === 'monitor' ? [] : [`${row.requests} requests, ${formatDuration(row.took)}`]),
  ];
  return html`<li>
    ${verdictMark(row.verdict)} ${row.sentence}
    <span class="soft">${facts.join(', ')}</span>${renderReason(row)}
  </li>`;
}

/** The table of open questions. For a single report, it also shows readings and evidence. */
export function renderSilenceList(columns: readonly Column[]): Markup {
  const isSingle = columns.length === 1;
  return renderFilteredRows(
    'What the document leaves open. A service fails one of these only with an answer that is not a permitted reading.',
    ['question', ...columns.map(({ name }) => name)],
    mergeColumns(columns, ({ silences }) => silences).map(({ row, cells }): FilteredRow => {
      const answerSets = new Set(cells.map((cell) => listAnswers(cell).join(', ')));
      const kinds = new Set<string>(cells.flatMap((cell) => cell?.verdict ?? []));
      if (answerSets.size > 1) kinds.add('differs');
      return {
        ...row,
        kinds: [...kinds],
        cells: cells.map((cell) => renderAnswers(cell, isSingle)),
      };
    }),
  );
}

function listAnswers(row: SilenceRow | undefined): string[] {
  return [...new Set(row?.answers.map(({ answer }) => answer))].sort();
}

function renderAnswers(row: SilenceRow | undefined, isSingleReport: boolean): Content {
  if (row === undefined) return 'not tested';
  const answers = listAnswers(row).map((answer) => {
    const rows = row.answers.filter((answerRow) => answerRow.answer === answer);
    return html`<li>
      <b>${answer}</b>
      ${isSingleReport && rows.map((answerRow, index) => [index > 0 && ', ', renderAnswerEvidence(answerRow)])}
    </li>`;
  });
  return html`${verdictMark(row.verdict)}${renderReason(row)}
  ${isSingleReport && renderReadings(row)}
  ${
    answers.length > 0 &&
    html`<ul class="plain answers">
      ${answers}
    </ul>`
  }`;
}

function renderReadings(row: SilenceRow): Content {
  if (row.readings === 'any') return undefined;
  const observed = listAnswers(row);
  const chips = row.readings.map((reading) =>
    observed.includes(reading)
      ? html`<li class="tag seen">${reading}<span class="unseen"> (seen)</span></li>`
      : html`<li class="tag">${reading}</li>`,
  );
  return html`<ul class="plain line readings" aria-label="Permitted readings">
    ${chips}${row.others === true && html`<li class="tag">or another answer</li>`}
  </ul>`;
}

/** The operation that gave an answer, with a link to its exchange. */
function renderAnswerEvidence({ operation = 'seen', times, evidence }: AnswerRow): Markup {
  const repetitions = times > 1 && html` <span class="soft">${times} times</span>`;
  const name = evidence ? html`<a href="#exchange-${evidence.number}">${operation}</a>` : operation;
  return html`${name}${repetitions}`;
}

/** The list of unproven parts by reason, new and changed ones first; undefined if there are none. */
export function renderUnprovenParts(report: Report): Content {
  const { unproven } = report.contract;
  if (unproven.length === 0) return undefined;
  const changed = selectChangedParts(report);
  const others = unproven.filter(({ differs }) => differs !== true);
  const changedTitle = `${formatCount(changed.length, 'part')} that this version's contract does not have, or has otherwise`;
  return html`<p class="note">${describeContractCoverage(report)}.</p>
    ${changed.length > 0 && renderGroup(changedTitle, changed)}
    ${[...groupBy(others, ({ reason }) => reason)].map(([reason, rows]) => renderGroup(`${rows.length} ${reason}`, rows))}`;
}

function renderGroup(title: string, rows: readonly UnprovenPart[]): Markup {
  const list = rows.map(
    ({ part, reason, pointer, differs }) =>
      html`${part}${differs === true && `: ${reason}`} <code>${pointer}</code>`,
  );
  return foldedPanel(title, rowList(list));
}
