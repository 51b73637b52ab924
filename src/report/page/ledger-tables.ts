/** Every requirement with its result and every open question with its answers, in one report or in several side by side. */
import type { CaseRow, Report, RequirementRow, AnswerRow, SilenceRow } from '../record/index.ts';
import { formatCount, withShortReason } from '../wording/index.ts';
import { filteredRows, type FilteredRow } from './filtered-rows.ts';
import { html, type Content, type Markup } from './markup.ts';
import { foldedDetails, formatDuration, verdictMark } from './pieces.ts';

/** One column: a report and its name. */
export interface Column {
  readonly name: string;
  readonly report: Report;
}

/** Returns a row for everything in any of the reports, with its cell in each. */
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

/** The matrix, with a row for everything in any of the reports. */
export function requirementMatrix(columns: readonly Column[]): Markup {
  const rows = mergeColumns(columns, ({ requirements }) => requirements);
  return filteredRows({
    note: describeLevels(rows.map(({ row }) => row)),
    heads: ['requirement', ...columns.map(({ name }) => name)],
    rows: rows.map(({ row, cells }) => toFilteredRow(row, cells)),
  });
}

function describeLevels(rows: readonly RequirementRow[]): string {
  const advice = rows.filter(({ level }) => level === 'should').length;
  const musts = formatCount(rows.length - advice, 'requirement');
  return advice === 0 ? `${musts}.` : `${musts}, and ${advice} of advice, which fails no run.`;
}

function toFilteredRow(
  row: RequirementRow,
  cells: readonly (RequirementRow | undefined)[],
): FilteredRow {
  const verdicts = new Set(cells.map((cell) => cell?.verdict ?? 'unproven'));
  return {
    id: row.id,
    says: row.says,
    section: row.section,
    kinds: [...verdicts, ...(verdicts.size > 1 ? ['differs'] : [])],
    afterId: row.level === 'should' && html` <span class="tag">advice</span>`,
    details: cells.length === 1 && html`${caseList(row)}${situationList(row)}`,
    cells: cells.map((cell) => verdictCell(cell, cells.length === 1)),
  };
}

function verdictCell(row: RequirementRow | undefined, linked: boolean): Markup {
  if (row === undefined) return html`<span class="verdict">not tested</span>`;
  const marks = new Set(row.cases.flatMap(({ fingerprints }) => fingerprints ?? []));
  const links = [...marks].map((mark) =>
    linked
      ? html` <a class="fingerprint" href="#drift-${mark}">${mark}</a>`
      : html` <span class="fingerprint">${mark}</span>`,
  );
  return html`${verdictMark(row.verdict)}${links}${reasonNote(row)}`;
}

function reasonNote({ reason }: { readonly reason?: string }): Content {
  return reason !== undefined && html`<p class="reason">${reason}</p>`;
}

function caseList({ cases }: RequirementRow): Content {
  if (cases.length === 0) return undefined;
  const title = formatCount(cases.length, 'case');
  return foldedDetails(
    title,
    html`<ul class="cases">
      ${cases.map(caseLine)}
    </ul>`,
  );
}

/** Missed situations that are named. */
const maxSituations = 20;

function situationList({ situations }: RequirementRow): Content {
  if (situations === undefined) return undefined;
  const { judged, possible, missed } = situations;
  const title = `${judged} of ${possible} situations judged`;
  if (missed.length === 0) return html`<p class="when">${title}</p>`;
  const hidden = missed.length - maxSituations;
  // One element instead of twenty for each requirement.
  const lines = missed.slice(0, maxSituations).join('\n');
  return foldedDetails(
    title,
    html`<p>No exchange was judged in these:</p>
      <pre tabindex="0">${lines}${hidden > 0 && `\nand ${hidden} more, in report.json`}</pre>`,
  );
}

function caseLine(row: CaseRow): Markup {
  const repetitions = row.times > 1 ? `, ${row.times} times` : '';
  const cost =
    row.source === 'monitor' ? '' : `, ${row.requests} requests, ${formatDuration(row.took)}`;
  const drawn = row.drawn === undefined ? '' : `, ${row.drawn.runs} values, seed ${row.drawn.seed}`;
  return html`<li>
    ${verdictMark(row.verdict)} ${row.sentence}
    <span class="when">${row.source}${repetitions}${drawn}${cost}</span>${reasonNote(row)}
  </li>`;
}

/** The list, with a column for each report. A single report shows readings and evidence too. */
export function silenceList(columns: readonly Column[]): Markup {
  const rows = mergeColumns(columns, ({ silences }) => silences).map(
    ({ row: { id, says, section }, cells }) => {
      const answerSets = new Set(cells.map((cell) => listAnswers(cell).join(', ')));
      const kinds = new Set<string>(cells.flatMap((cell) => cell?.verdict ?? []));
      if (answerSets.size > 1) kinds.add('differs');
      const answerCells = cells.map((cell) => silenceCell(cell, columns.length === 1));
      return { id, says, section, kinds: [...kinds], cells: answerCells };
    },
  );
  return filteredRows({
    note: 'What the document leaves open. A service fails one of these only with an answer that is not a permitted reading.',
    heads: ['question', ...columns.map(({ name }) => name)],
    rows,
  });
}

function listAnswers(row: SilenceRow | undefined): string[] {
  return [...new Set(row?.answers.map(({ answer }) => answer))].sort();
}

function silenceCell(row: SilenceRow | undefined, isSingle: boolean): Markup {
  if (row === undefined) return html`<span class="verdict">not tested</span>`;
  const answers = listAnswers(row).map((answer) => {
    const rows = row.answers.filter((answerRow) => answerRow.answer === answer);
    return html`<li>
      <b>${answer}</b>
      ${isSingle && rows.map((answerRow, at) => [at > 0 && ', ', answerEvidence(answerRow)])}
    </li>`;
  });
  return html`${verdictMark(row.verdict)}${reasonNote(row)}
  ${isSingle && readingChips(row)}${
    answers.length > 0 &&
    html`<ul class="answers">
      ${answers}
    </ul>`
  }`;
}

function readingChips(row: SilenceRow): Content {
  if (row.readings === 'any') return undefined;
  const observed = listAnswers(row);
  const chips = row.readings.map((reading) =>
    observed.includes(reading)
      ? html`<li class="seen">${reading}<span class="unseen"> (seen)</span></li>`
      : html`<li>${reading}</li>`,
  );
  return html`<ul class="readings" aria-label="Permitted readings">
    ${chips}${row.others === true && html`<li>or another</li>`}
  </ul>`;
}

/** The operation that gave an answer, with a link to the response that shows it. */
function answerEvidence({ operation = 'seen', times, evidence }: AnswerRow): Markup {
  const repetitions = times > 1 && html` <span class="when">${times} times</span>`;
  const name = evidence ? html`<a href="#exchange-${evidence.number}">${operation}</a>` : operation;
  return html`${name}${repetitions}`;
}
