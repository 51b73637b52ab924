/** Every requirement with its result and every open question with its answers, in one report or in several side by side. */
import type { CaseRow, Report, RequirementRow, AnswerRow, SilenceRow } from '../record/index.ts';
import { count, withShortReason } from '../wording/index.ts';
import { filteredRows, type FilteredRow } from './filtered-rows.ts';
import { html, type Content, type Markup } from './markup.ts';
import { folded, timeWords, verdictMark } from './pieces.ts';

/** One column: a report and its name. */
export interface Column {
  readonly name: string;
  readonly report: Report;
}

/** Returns a row for everything in any of the reports, with its cell in each. */
function acrossColumns<Row extends { readonly id: string; readonly reason?: string }>(
  columns: readonly Column[],
  rowsIn: (report: Report) => readonly Row[],
) {
  const found = columns.map(
    ({ report }) =>
      new Map(rowsIn(report).map((row) => [row.id, withShortReason(row, report)] as const)),
  );
  return [...new Map(found.flatMap((rows) => [...rows])).values()].map((stated) => ({
    stated,
    cells: found.map((rows) => rows.get(stated.id)),
  }));
}

/** The matrix, with a row for everything in any of the reports. */
export function requirementMatrix(columns: readonly Column[]): Markup {
  const rows = acrossColumns(columns, ({ requirements }) => requirements);
  return filteredRows({
    note: countLevels(rows.map(({ stated }) => stated)),
    heads: ['requirement', ...columns.map(({ name }) => name)],
    rows: rows.map(({ stated, cells }) => rowOf(stated, cells)),
  });
}

function countLevels(rows: readonly RequirementRow[]): string {
  const advice = rows.filter(({ level }) => level === 'should').length;
  const musts = count(rows.length - advice, 'requirement');
  return advice === 0 ? `${musts}.` : `${musts}, and ${advice} of advice, which fails no run.`;
}

function rowOf(
  stated: RequirementRow,
  cells: readonly (RequirementRow | undefined)[],
): FilteredRow {
  const verdicts = new Set(cells.map((cell) => cell?.verdict ?? 'unproven'));
  return {
    id: stated.id,
    says: stated.says,
    section: stated.section,
    kinds: [...verdicts, ...(verdicts.size > 1 ? ['differs'] : [])],
    beside: stated.level === 'should' && html` <span class="tag">advice</span>`,
    below: cells.length === 1 && html`${casesOf(stated)}${situationsOf(stated)}`,
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
  return html`${verdictMark(row.verdict)}${links}${reasonOf(row)}`;
}

function reasonOf({ reason }: { readonly reason?: string }): Content {
  return reason !== undefined && html`<p class="reason">${reason}</p>`;
}

function casesOf({ cases }: RequirementRow): Content {
  if (cases.length === 0) return undefined;
  const title = count(cases.length, 'case');
  return folded(
    title,
    html`<ul class="cases">
      ${cases.map(caseLine)}
    </ul>`,
  );
}

/** Missed situations that are named. */
const namedSituations = 20;

function situationsOf({ situations }: RequirementRow): Content {
  if (situations === undefined) return undefined;
  const { judged, possible, missed } = situations;
  const title = `${judged} of ${possible} situations judged`;
  if (missed.length === 0) return html`<p class="when">${title}</p>`;
  const rest = missed.length - namedSituations;
  // One element instead of twenty for each requirement.
  const lines = missed.slice(0, namedSituations).join('\n');
  return folded(
    title,
    html`<p>No exchange was judged in these:</p>
      <pre tabindex="0">${lines}${rest > 0 && `\nand ${rest} more, in report.json`}</pre>`,
  );
}

function caseLine(row: CaseRow): Markup {
  const often = row.times > 1 ? `, ${row.times} times` : '';
  const cost = row.source === 'monitor' ? '' : `, ${row.requests} requests, ${timeWords(row.took)}`;
  const drawn = row.drawn === undefined ? '' : `, ${row.drawn.runs} values, seed ${row.drawn.seed}`;
  return html`<li>
    ${verdictMark(row.verdict)} ${row.sentence}
    <span class="when">${row.source}${often}${drawn}${cost}</span>${reasonOf(row)}
  </li>`;
}

/** The list, with a column for each report. A single report shows readings and evidence too. */
export function silenceList(columns: readonly Column[]): Markup {
  const rows = acrossColumns(columns, ({ silences }) => silences).map(
    ({ stated: { id, says, section }, cells }) => {
      const given = new Set(cells.map((cell) => answersOf(cell).join(', ')));
      const kinds = new Set<string>(cells.flatMap((cell) => cell?.verdict ?? []));
      if (given.size > 1) kinds.add('differs');
      const shown = cells.map((cell) => cellOf(cell, columns.length === 1));
      return { id, says, section, kinds: [...kinds], cells: shown };
    },
  );
  return filteredRows({
    note: 'What the document leaves open. A service fails one of these only with an answer that is not a permitted reading.',
    heads: ['question', ...columns.map(({ name }) => name)],
    rows,
  });
}

function answersOf(row: SilenceRow | undefined): string[] {
  return [...new Set(row?.answers.map(({ answer }) => answer))].sort();
}

function cellOf(row: SilenceRow | undefined, isAlone: boolean): Markup {
  if (row === undefined) return html`<span class="verdict">not tested</span>`;
  const answers = answersOf(row).map((answer) => {
    const rows = row.answers.filter((one) => one.answer === answer);
    return html`<li>
      <b>${answer}</b> ${isAlone && rows.map((one, at) => [at > 0 && ', ', evidenceOf(one)])}
    </li>`;
  });
  return html`${verdictMark(row.verdict)}${reasonOf(row)}
  ${isAlone && readings(row)}${
    answers.length > 0 &&
    html`<ul class="answers">
      ${answers}
    </ul>`
  }`;
}

function readings(row: SilenceRow): Content {
  if (row.readings === 'any') return undefined;
  const seen = answersOf(row);
  const chips = row.readings.map((reading) =>
    seen.includes(reading)
      ? html`<li class="seen">${reading}<span class="unseen"> (seen)</span></li>`
      : html`<li>${reading}</li>`,
  );
  return html`<ul class="readings" aria-label="Permitted readings">
    ${chips}${row.others === true && html`<li>or another</li>`}
  </ul>`;
}

/** The operation that gave an answer, with a link to the response that shows it. */
function evidenceOf({ operation = 'seen', times, evidence }: AnswerRow): Markup {
  const often = times > 1 && html` <span class="when">${times} times</span>`;
  const name = evidence ? html`<a href="#exchange-${evidence.number}">${operation}</a>` : operation;
  return html`${name}${often}`;
}
