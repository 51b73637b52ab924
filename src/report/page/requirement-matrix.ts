/** Every requirement with its result, in one report or in several side by side. */
import type { CaseRow, Report, RequirementRow } from '../record/index.ts';
import { count, withShortReason } from '../wording/index.ts';
import { filteredRows, type FilteredRow } from './filtered-rows.ts';
import { html, type Content, type Markup } from './markup.ts';
import { folded, timeWords, verdictMark } from './verdict-mark.ts';

/** One column: a report and its name. */
export interface Column {
  readonly name: string;
  readonly report: Report;
}

const words = ['drifts', 'known', 'errored', 'unproven', 'conforms'];

/** The matrix, with a row for everything in any of the reports. */
export function requirementMatrix(columns: readonly Column[]): Markup {
  const found = columns.map(
    ({ report }) =>
      new Map(report.requirements.map((row) => [row.id, withShortReason(row, report)])),
  );
  const ids = new Map(found.flatMap((rows) => [...rows]));
  const rows = [...ids.values()].map((stated) =>
    rowOf(
      stated,
      found.map((one) => one.get(stated.id)),
    ),
  );
  const present = [...words, 'differs'].filter((word) =>
    rows.some(({ kinds }) => kinds.includes(word)),
  );
  return filteredRows({
    note: countLevels([...ids.values()]),
    kinds: present,
    heads: ['requirement', ...columns.map(({ name }) => name)],
    rows,
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
