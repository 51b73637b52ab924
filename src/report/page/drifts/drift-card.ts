/** One drift in full: what is required, both sides, the calls of the case, and texts to copy. */
import type { FindingRow, Report } from '../../record/index.ts';
import { differingPlace, statusesOf } from '../../triage/index.ts';
import { cut, minute, plain } from '../../wording/index.ts';
import { type ExchangeShelf, exchangeTexts } from '../exchanges/index.ts';
import { html, type Content, type Markup } from '../markup.ts';
import { prose } from '../prose.ts';
import { command, folded } from '../verdict-mark.ts';
import { acceptForm, issueForm } from './compose.ts';
import { difference } from './difference.ts';
import { caseTimeline } from './timeline.ts';

interface CardContext {
  readonly report: Report;
  readonly shelf: ExchangeShelf;
}

/** Returns the card. */
export function driftCard(row: FindingRow, { report, shelf }: CardContext): Markup {
  const { fingerprint } = row;
  return html`<article
    class="card"
    id="drift-${fingerprint}"
    aria-labelledby="says-${fingerprint}"
    tabindex="-1"
  >
    <h4 id="says-${fingerprint}">${prose(row.says)}</h4>
    <p class="card-facts">
      <span>${row.section}</span>
      ${row.since !== undefined && html`<span>since ${minute(row.since)}</span>`}
      ${row.known !== undefined && row.known.reason !== '' && html`<span>accepted until ${row.known.until}: ${row.known.reason}</span>`}
      ${row.occurrences > 1 && html`<span>seen ${row.occurrences} times</span>`}
      <a href="#${row.requirement}">all its cases</a>
      <a class="fingerprint" href="#drift-${fingerprint}" aria-label="Link to drift ${fingerprint}"
        >${fingerprint}</a
      >
    </p>
    <p class="tested">Tested: ${prose(testedWords(row))}</p>
    ${difference(row)} ${smallestValue(row)} ${caseTimeline(row, shelf)}
    ${row.exchange && folded('The failing request and response', html`<div class="exchange">${exchangeTexts(row.exchange).map((text) => html`<pre tabindex="0">${text}</pre>`)}</div>`)}
    <div class="commands">
      ${row.curl !== undefined && command('curl', row.curl)} ${command('Run this case', row.again)}
      ${row.script !== undefined && command('Script', `sh ${row.script}`)}
    </div>
    <div class="compose">${acceptForm(row, report)}${issueForm(row, report)}</div>
  </article>`;
}

/** Both sides, shortened for lists: of two long values, only the place that differs. */
export function shortSides(row: FindingRow): string {
  const place = row.values === undefined ? undefined : differingPlace(row);
  const name = place?.names.join('.') ?? '';
  const { expected, actual } = name === '' || place === undefined ? row : place;
  const { permitted = [], actual: status } = statusesOf(row) ?? {};
  const wanted =
    permitted.length > 2 ? `one of ${permitted.length} statuses` : permitted.join(' or ');
  const sides =
    status === undefined
      ? `expected ${cut(plain(expected), 40)}, got ${cut(plain(actual), 40)}`
      : `expected ${wanted}, got ${status}`;
  return `${name === '' ? '' : `${name}: `}${sides}`;
}

/** Says what was tested. The sentence of a rule for every response would read as if it held. */
export function testedWords({ kind, sentence }: FindingRow): string {
  const [, operation, times] =
    /^holds in every response of (\S+) \((\d+) times?\)$/.exec(sentence) ?? [];
  if (kind !== 'monitor' || operation === undefined) return sentence;
  return `every response of ${operation}, ${times} in this run`;
}

/** The smallest generated value that shows the drift, in words if it has any. */
function smallestValue({ counterexample }: FindingRow): Content {
  if (counterexample === undefined) return undefined;
  const { value, words, runs, shrinks, seed, confirmed } = counterexample;
  const repeated =
    confirmed === undefined
      ? ''
      : ` Repeated ${confirmed.times} times, it showed ${confirmed.shown} times.`;
  return html`<p class="smallest">
    <b>Smallest value that shows it:</b> ${words !== undefined && html`${words}, `}<code
      >${value}</code
    >
    <span class="when"
      >Value ${runs} of this run (seed
      ${seed})${shrinks > 0 && `, made smaller ${shrinks} times`}.${repeated}</span
    >
  </p>`;
}
