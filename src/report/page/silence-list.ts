/** The silences of the document, the readings it permits, and what each service does. */
import { withShortReason } from '../wording/index.ts';
import type { AnswerRow, SilenceRow } from '../record/index.ts';
import type { ExchangeShelf } from './exchanges/index.ts';
import { filteredRows } from './filtered-rows.ts';
import { html, type Content, type Markup } from './markup.ts';
import type { Column } from './requirement-matrix.ts';
import { verdictMark } from './verdict-mark.ts';

const words = ['drifts', 'known', 'errored', 'unproven', 'observed'];

/**
 * The list, with a column for each report.
 * @param shelf the evidence, if there is one report
 */
export function silenceList(columns: readonly Column[], shelf?: ExchangeShelf): Markup {
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
      cells: cells.map((cell) => cellOf(cell, shelf)),
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

function cellOf(row: SilenceRow | undefined, shelf: ExchangeShelf | undefined): Markup {
  if (row === undefined) return html`<span class="verdict">not tested</span>`;
  const { verdict, reason } = row;
  const answers = answersOf(row).map((answer) =>
    answerLine(
      answer,
      row.answers.filter((one) => one.answer === answer),
      shelf,
    ),
  );
  return html`${verdictMark(verdict)}${reason !== undefined && html`<p class="reason">${reason}</p>`}
  ${shelf && readings(row)}${
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

/** One answer, with who gave it how often. */
function answerLine(
  answer: string,
  rows: readonly AnswerRow[],
  shelf: ExchangeShelf | undefined,
): Markup {
  if (shelf === undefined) return html`<li><b>${answer}</b></li>`;
  return html`<li>
    <b>${answer}</b> ${rows.map((row, at) => [at > 0 && ', ', evidenceOf(row, shelf)])}
  </li>`;
}

function evidenceOf(
  { operation = 'seen', times, evidence }: AnswerRow,
  shelf: ExchangeShelf,
): Markup {
  const often = times > 1 && html` <span class="when">${times} times</span>`;
  const name = evidence ? html`<a href="#${shelf.idOf(evidence)}">${operation}</a>` : operation;
  return html`${name}${often}`;
}
