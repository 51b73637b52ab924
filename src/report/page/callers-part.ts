/** The rules that callers in recorded traffic broke. */
import type { CallerRuleRow, Report } from '../record/index.ts';
import { count, describeCall } from '../wording/index.ts';
import { html, type Content, type Markup } from './markup.ts';
import { prose } from './prose.ts';

/** Returns the section; nothing if the report is not about recorded traffic. */
export function callersPart({ callers }: Report): Content {
  if (callers === undefined) return undefined;
  const judged = callers.filter((row) => row.judged > 0);
  const broken = callers.filter((row) => row.broken > 0);
  return html`<section id="callers" aria-labelledby="callers-title">
    <h2 id="callers-title">Callers</h2>
    <p class="note">
      The programs that made the calls broke ${count(broken.length, 'rule')} of ${judged.length}
      that applied.
    </p>
    ${broken.map(group)}
  </section>`;
}

function group({ id, says, broken, judged, findings }: CallerRuleRow): Markup {
  return html`<details class="group" open>
    <summary><b>${broken} of ${judged}</b> ${id}</summary>
    <p>${prose(says)}</p>
    <ul class="rows">
      ${findings.map((one) => html`<li>${describeCall(one)}</li>`)}
    </ul>
  </details>`;
}
