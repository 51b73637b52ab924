/** Requirements without a verdict, grouped by the reason, with what would prove them. */
import {
  count,
  erroredRequirements,
  reasonGroups,
  unprovenRequirements,
  withShortReason,
} from '../wording/index.ts';
import type { Report } from '../record/index.ts';
import { later } from './later.ts';
import { html, type Content, type Markup } from './markup.ts';
import { prose } from './prose.ts';
import { requirementLink } from './verdict-mark.ts';

/** Returns the groups; nothing if everything was proven. */
export function unprovenList(report: Report): Content {
  const { musts, advice } = unprovenRequirements(report);
  const errored = erroredRequirements(report);
  const open = [...errored, ...musts, ...advice].map((row) => withShortReason(row, report));
  if (open.length === 0) return undefined;
  const sentences = new Map(open.map(({ id, says }) => [id, says]));
  const also = [
    ...(advice.length > 0 ? [`${advice.length} of advice`] : []),
    ...(errored.length > 0
      ? [`${count(errored.length, 'test')} that failed on our side or in the network`]
      : []),
  ];
  return html`<p class="note">
      ${[count(musts.length, 'requirement'), ...also].join(', and ')}, by reason.
    </p>
    ${reasonGroups(open).map(({ reason, ids }) => group(reason, ids, sentences))}`;
}

function group(
  reason: string,
  ids: readonly string[],
  sentences: ReadonlyMap<string, string>,
): Markup {
  const consent = /--allow [a-z,]+/.exec(reason)?.[0];
  return html`<details class="group">
    <summary><b>${ids.length}</b> ${reason}</summary>
    ${consent !== undefined && html`<p class="note">To prove them, run again with <code>${consent}</code>.</p>`}
    ${later(
      html`<ul class="rows">
        ${ids.map((id) => html`<li>${requirementLink(id)} <span>${prose(sentences.get(id) ?? '')}</span></li>`)}
      </ul>`,
    )}
  </details>`;
}
