/** The silences of the document, the readings it permits, and what each service does. */
import { withShortReason } from '../wording/index.ts';
import type { AnswerRow, SilenceRow } from '../record/index.ts';
import { filteredRows } from './filtered-rows.ts';
import { html, type Content, type Markup } from './markup.ts';
import type { Column } from './requirement-matrix.ts';
import { verdictMark } from './verdict-mark.ts';

const words = ['drifts', 'known', 'errored', 'unproven', 'observed'];

/** The list, with a column for each report. A single report shows readings and evidence too. */
export function silenceList(columns: readonly Column[]): Markup {
  const found = columns.map(
    ({ report }) => new Map(report.silences.map((row) => [row.id, withShortReason(row, report)])),
  );
  const ids = new Map(found.flatMap((rows) => [...rows]));
  const rows = [...ids.values()].map(({ id, says, section }) => {
    const cells = found.map((one) => one.get(id));
    const given = new Set(cells.map((cell) => answersOf(cell).join(', ')));
    const kinds = new Set<string>(cells.flatMap((cell) => cell?.verdict ?? []));
    if (given.size > 1) kinds.add('differs');
    return {
      id,
      says,
      section,
      kinds: [...kinds],
      cells: cells.map((cell) => cellOf(cell, columns.length === 1)),
    };
  });
  return filteredRows({
    note: 'What the document leaves open. A service fails one of these only with an answer that is not a permitted reading.',
    kinds: [...words, 'differs'].filter((word) => rows.some(({ kinds }) => kinds.includes(word))),
    heads: ['question', ...columns.map(({ name }) => name)],
    rows,
  });
}

function answersOf(row: SilenceRow | undefined): string[] {
  return [...new Set(row?.answers.map(({ answer }) => answer))].sort();
}

function cellOf(row: SilenceRow | undefined, isAlone: boolean): Markup {
  if (row === undefined) return html`<span class="verdict">not tested</span>`;
  const { verdict, reason } = row;
  const answers = answersOf(row).map((answer) => {
    const rows = row.answers.filter((one) => one.answer === answer);
    return html`<li>
      <b>${answer}</b> ${isAlone && rows.map((one, at) => [at > 0 && ', ', evidenceOf(one)])}
    </li>`;
  });
  return html`${verdictMark(verdict)}${reason !== undefined && html`<p class="reason">${reason}</p>`}
  ${isAlone && readings(row)}${
    answers.length > 0 &&
    html`<ul class="answers">
      ${answers}
    </ul>`
  }`;
}

/** Lists the readings, with the observed ones marked. */
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
