/** All exchanges of a run, packed into the page; the browser draws the rows when they come into view. */
import { gzipSync } from 'node:zlib';
import { evidenceIn, type ExchangeRow, type Report } from '../../record/index.ts';
import { html, trusted, type Markup } from '../markup.ts';
import { choice } from '../pieces.ts';
import { packJson } from './packed-json.ts';

/** The exchanges of a page by number. The element with the id `exchange-184` shows number 184. */
export type ExchangeShelf = ReadonlyMap<number, ExchangeRow>;

/** Takes the record of a run if there is one, otherwise the exchanges in the report itself. */
export function exchangeShelf(report: Report, record: Iterable<ExchangeRow> = []): ExchangeShelf {
  const shelf = new Map<number, ExchangeRow>();
  for (const row of record) shelf.set(row.number, row);
  for (const row of evidenceIn(report)) if (!shelf.has(row.number)) shelf.set(row.number, row);
  return shelf;
}

/** Returns the list with its filters. Without a script it says that it needs one. */
export function exchangeList(shelf: ExchangeShelf, requests: number): Markup {
  const rows = [...shelf.values()];
  const operations = [...new Set(rows.flatMap(({ operation }) => operation ?? []))].sort();
  const statuses = [...new Set(rows.map(({ status }) => status))].sort((a, b) => a - b);
  const packed = gzipSync(packJson(rows.map(shown)), { level: 9 }).toString('base64');
  const partly =
    rows.length < requests
      ? `${rows.length} of ${requests} exchanges are kept in this page.`
      : `All ${rows.length} exchanges of the run, secrets masked.`;
  return html`<p class="note">${partly}</p>
    <noscript><p class="note">They are packed, and a script unpacks them.</p></noscript>
    <div class="filters" id="exchange-filters" hidden>
      <label>Search <input type="search" autocomplete="off" spellcheck="false" /></label>
      ${choice('Operation', operations)} ${choice('Status', statuses)}
      <p class="tally" role="status" id="exchange-tally"></p>
    </div>
    <ol id="exchange-rows" class="exchanges"></ol>
    <p><button type="button" class="quiet" id="exchange-more" hidden>Show more</button></p>
    <script type="application/gzip" id="exchange-pack">
      ${trusted(packed)}
    </script>`;
}

/** Leaves out what the page does not show: the times of thousands of exchanges hardly compress. */
function shown(row: ExchangeRow): ExchangeRow {
  const { startedAt: _, ...kept } = row;
  return { ...kept, took: Math.round(kept.took) };
}
