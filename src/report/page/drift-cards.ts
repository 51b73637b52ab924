/** Every drift as a card: what is required, both sides, the call, and the commands that show it again. */
import { grouped, minute } from '../wording/index.ts';
import type { ExchangeRow, FindingRow } from '../record/index.ts';
import { difference } from './difference.ts';
import { exchangeTexts, pathOf } from './exchange-text.ts';
import { html, type Content, type Markup } from './markup.ts';
import { command, folded, requirementLink, verdictMark } from './verdict-mark.ts';

/** Cards in the report's own order. */
export function driftCards(findings: readonly FindingRow[]): Markup {
  return html`<section id="drifts" aria-labelledby="drifts-title">
    <h2 id="drifts-title">Drifts</h2>
    ${findings.length === 0 ? html`<p class="none">None: everything that was answered is as stated.</p>` : [...grouped(findings, ({ requirement }) => requirement).values()].flatMap((rows) => rows.map(card))}
  </section>`;
}

function card(row: FindingRow): Markup {
  const word = row.level === 'should' ? 'advice' : row.verdict === 'known' ? 'known' : 'new';
  const kind = word === 'new' ? 'drifts' : 'known';
  return html`<article
    class="card ${kind}"
    id="drift-${row.fingerprint}"
    aria-labelledby="says-${row.fingerprint}"
  >
    <p class="card-head">
      ${verdictMark(word, kind)} ${requirementLink(row.requirement)}
      <span class="section">${row.section}</span>
      ${row.since !== undefined && html`<span class="section">since ${minute(row.since)}</span>`}
      ${row.known !== undefined && row.known.reason !== '' && html`<span class="section">known until ${row.known.until}: ${row.known.reason}</span>`}
      <a
        class="fingerprint"
        href="#drift-${row.fingerprint}"
        aria-label="Link to drift ${row.fingerprint}"
        >${row.fingerprint}</a
      >
    </p>
    <h3 id="says-${row.fingerprint}">${row.says}</h3>
    <p class="asked">asked whether it <q>${row.sentence}</q></p>
    ${row.exchange && callLine(row, row.exchange)}
    ${row.curl !== undefined && command('curl', row.curl)} ${difference(row)}
    ${command('ask again', row.again)}
    ${row.script !== undefined && command('script', `sh ${row.script}`)}
    ${row.counterexample && counterexample(row)}
    ${row.exchange && folded('The exchange', exchangeBlock(row.exchange))}
  </article>`;
}

function callLine(row: FindingRow, exchange: ExchangeRow): Markup {
  const { method, status, took } = exchange;
  const often = row.occurrences > 1 ? `, ${row.occurrences} times` : '';
  return html`<p class="call">
    <b>${method}</b> <code>${pathOf(exchange)}</code> <span class="arrow">→</span> <b>${status}</b>
    <span class="when">request ${row.firstAtRequest}${often}, ${took} ms</span>
  </p>`;
}

function counterexample({ counterexample: found }: FindingRow): Content {
  if (found === undefined) return undefined;
  const words = `Smallest value that shows it (value ${found.runs}, shrunk ${found.shrinks} times, seed ${found.seed})`;
  return folded(words, html`<pre tabindex="0">${found.value}</pre>`);
}

/** Request and answer in full, as far as the report has them. */
function exchangeBlock(row: ExchangeRow): Markup {
  const texts = exchangeTexts(row).map((text) => html`<pre tabindex="0">${text}</pre>`);
  return html`<div class="exchange">${texts}</div>`;
}
