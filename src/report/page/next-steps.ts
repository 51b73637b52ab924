/** What to do after a run that ended at its first response: one sentence has said why. */
import { quoted, type Report } from '../record/index.ts';
import { html, type Markup } from './markup.ts';
import { command } from './verdict-mark.ts';

/** Returns the section, the only one of such a page. */
export function nextSteps({ target, run }: Report): Markup {
  const address = quoted(target.address);
  return html`<section id="next" aria-labelledby="next-title">
    <h2 id="next-title">Next</h2>
    ${command('See an answer', `curl -i ${quoted(`${target.address}/books`)}`)}
    ${command('Find the cause', `bookdist doctor ${address}`)}
    ${command('Run again', `bookdist verify ${address} --allow ${run.allow.join(',')}`)}
  </section>`;
}
