/** The books that a run created and could not remove, with the command that tries again. */
import { quoted, type Report } from '../record/index.ts';
import { html, type Content } from './markup.ts';
import { command } from './verdict-mark.ts';

/** Returns the section; nothing if the run created nothing. */
export function leftoverList({ leftovers, run, operations }: Report): Content {
  if (leftovers.length === 0 && operations.length === 0) return undefined;
  return html`<section id="leftovers" aria-labelledby="leftovers-title">
    <h2 id="leftovers-title">Left behind</h2>
    ${
      leftovers.length === 0
        ? html`<p class="none">Nothing: every book of this run is gone.</p>`
        : html`<ul>
            ${leftovers.map(({ id, externalId, status, reason }) => html`<li><code>${id}</code>${externalId !== undefined && html` (<code>${externalId}</code>)`} is ${status}: ${reason}</li>`)}
          </ul>`
    }
    ${run.journal !== undefined && command('try again', `bookdist sweep ${quoted(run.journal)}`)}
  </section>`;
}
