/** The differences to earlier runs: answers that changed, and stale entries of known-drifts.yaml. */
import { minute } from '../wording/index.ts';
import type { Report } from '../record/index.ts';
import { html, type Content } from './markup.ts';
import { requirementLink } from './verdict-mark.ts';

/** The section; nothing if there is nothing to say. */
export function changesPart({ changed = [], stale = [], remembered }: Report): Content {
  if (changed.length + stale.length === 0) return undefined;
  const last = remembered === undefined ? '' : ` since ${minute(remembered.lastRun)}`;
  return html`<section id="changes" aria-labelledby="changes-title">
    <h2 id="changes-title">Changed${last}</h2>
    <ul>
      ${changed.map(
        ({ silence, answer, previous, since, operation }) =>
          html`<li>
            ${requirementLink(silence)}${operation !== undefined && ` by ${operation}`}: now
            <b>${answer}</b>, before ${previous.join(', ')}
            <span class="when">since ${minute(since)}</span>
          </li>`,
      )}
      ${stale.map(
        ({ requirement, fingerprint, why, reason }) =>
          html`<li>
            ${requirementLink(requirement)} <span class="fingerprint">${fingerprint}</span> stands
            in known-drifts.yaml (${reason}) and is ${why}
          </li>`,
      )}
    </ul>
  </section>`;
}
