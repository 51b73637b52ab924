/** Surprising answers to silences, grouped by kind. */
import { count } from '../wording/index.ts';
import type { Report, SilenceRow } from '../record/index.ts';
import { html, type Content, type Markup } from './markup.ts';
import { prose } from './prose.ts';
import { requirementLink } from './verdict-mark.ts';

const groups = {
  unexpected: 'A reading that few readers of the document would expect',
  none: 'An answer that is not a permitted reading',
  several: 'More than one answer within this run',
} as const;

/** Returns the section; nothing if no answer surprises. */
export function surprisingAnswers({ silences }: Report): Content {
  const rows = silences.flatMap((row) => {
    const why = surpriseIn(row);
    return why === undefined ? [] : [{ row, why }];
  });
  if (rows.length === 0) return undefined;
  return html`<section id="surprising" aria-labelledby="surprising-title">
    <h2 id="surprising-title">Surprising answers</h2>
    <p class="note">
      The document leaves these questions open, so none of the answers is wrong. A client should
      know them.
    </p>
    ${(['unexpected', 'none', 'several'] as const).map((why) =>
      group(
        groups[why],
        rows.filter((one) => one.why === why).map(({ row }) => row),
      ),
    )}
  </section>`;
}

function answersIn({ answers }: SilenceRow): string[] {
  return [...new Set(answers.map(({ answer }) => answer))];
}

/** The ledger marks unexpected readings; a question without readings has no surprising answer. */
function surpriseIn(row: SilenceRow): keyof typeof groups | undefined {
  const answers = answersIn(row);
  if (row.readings === 'any' || answers.length === 0) return undefined;
  const { readings, surprising = [] } = row;
  if (answers.some((answer) => surprising.includes(answer))) return 'unexpected';
  if (answers.some((answer) => !readings.includes(answer))) return 'none';
  return answers.length > 1 ? 'several' : undefined;
}

function group(title: string, rows: readonly SilenceRow[]): Content {
  if (rows.length === 0) return undefined;
  return html`<details class="group">
    <summary><b>${rows.length}</b> ${title}</summary>
    <ul class="rows">
      ${rows.map(item)}
    </ul>
  </details>`;
}

function item(row: SilenceRow): Markup {
  const given = answersIn(row);
  return html`<li>
    ${requirementLink(row.id)} <span>${prose(row.says)}</span>
    <span class="when"
      >answered
      <b>${given.join(', ')}</b
      >${row.answers.length > 1 && ` (${count(row.answers.length, 'operation')})`}</span
    >
  </li>`;
}
