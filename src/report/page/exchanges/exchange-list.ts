/** All exchanges of a run, packed into the page; the browser draws the rows when they come into view. */
import { gzipSync } from 'node:zlib';
import { collectEvidence, type ExchangeRow, type Report } from '../../record/index.ts';
import { html, trustHtml, type Markup } from '../markup.ts';
import { selectField } from '../pieces.ts';
import { packJson } from './packed-json.ts';

/** The exchanges of a page by number. The element with the id `exchange-184` shows number 184. */
export type ExchangesByNumber = ReadonlyMap<number, ExchangeRow>;

/** Takes the record of a run if there is one, otherwise the exchanges in the report itself. */
export function collectExchanges(
  report: Report,
  record: Iterable<ExchangeRow> = [],
): ExchangesByNumber {
  const exchanges = new Map<number, ExchangeRow>();
  for (const row of record) exchanges.set(row.number, row);
  for (const row of collectEvidence(report))
    if (!exchanges.has(row.number)) exchanges.set(row.number, row);
  return exchanges;
}

/** Returns the list with its filters. Without a script it says that it needs one. */
export function exchangeList(shelf: ExchangesByNumber, requests: number): Markup {
  const rows = [...shelf.values()];
  const operations = [...new Set(rows.flatMap(({ operation }) => operation ?? []))].sort();
  const statuses = [...new Set(rows.map(({ status }) => status))].sort((a, b) => a - b);
  const packed = gzipSync(packJson(rows.map(toPageRow)), { level: 9 }).toString('base64');
  const summary =
    rows.length < requests
      ? `${rows.length} of ${requests} exchanges are kept in this page.`
      : `All ${rows.length} exchanges of the run, secrets masked.`;
  return html`<p class="note">${summary}</p>
    <noscript><p class="note">They are packed, and a script unpacks them.</p></noscript>
    <div class="filters" id="exchange-filters" hidden>
      <label>Search <input type="search" autocomplete="off" spellcheck="false" /></label>
      ${selectField('Operation', operations)} ${selectField('Status', statuses)}
      <p class="tally" role="status" id="exchange-tally"></p>
    </div>
    <ol id="exchange-rows" class="exchanges"></ol>
    <p><button type="button" class="quiet" id="exchange-more" hidden>Show more</button></p>
    <script type="application/gzip" id="exchange-pack">
      ${trustHtml(packed)}
    </script>`;
}

/** Leaves out what the page does not show: the times of thousands of exchanges hardly compress. */
function toPageRow(row: ExchangeRow): ExchangeRow {
  const { startedAt: _, ...kept } = row;
  return { ...kept, took: Math.round(kept.took) };
}
