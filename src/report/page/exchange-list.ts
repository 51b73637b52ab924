/** Renders the list of exchanges, compressed in the page; a script draws the rows when they come into view. */
import { gzipSync } from 'node:zlib';
import { html, trustHtml, type Markup, selectField } from '../../design/pieces.ts';
import { collectEvidence, type ExchangeRow, type Report } from '../record/index.ts';
import { packJson } from './exchange-text.ts';

/** The exchanges of a page by number. Number 184 is in the element with the id `exchange-184`. */
export type ExchangesByNumber = ReadonlyMap<number, ExchangeRow>;

/** Returns the exchanges of the record and of the report. */
export function collectExchanges(
  report: Report,
  record: Iterable<ExchangeRow> = [],
): ExchangesByNumber {
  const recorded = new Map(Array.from(record, (row) => [row.number, row]));
  const evidence = collectEvidence(report).filter(({ number }) => !recorded.has(number));
  return new Map([...recorded, ...evidence.map((row) => [row.number, row] as const)]);
}

/** The list with its filters. Without scripts, a note says why the list is empty. */
export function renderExchangeList(exchanges: ExchangesByNumber, requests: number): Markup {
  const rows = [...exchanges.values()];
  const operations = [...new Set(rows.flatMap(({ operation }) => operation ?? []))].sort();
  const statuses = [...new Set(rows.map(({ status }) => status))].sort((a, b) => a - b);
  const packedRows = gzipSync(packJson(rows.map(toPageRow)), { level: 9 }).toString('base64');
  const summary =
    rows.length < requests
      ? `This page has ${rows.length} of the run’s ${requests} exchanges.`
      : `All ${rows.length} exchanges of the run, with secrets masked.`;
  return html`<p class="note">${summary}</p>
    <noscript><p class="note">The list is compressed, and only a script can show it.</p></noscript>
    <div class="filters line" id="exchange-filters" hidden>
      <label>Search <input type="search" autocomplete="off" spellcheck="false" /></label>
      ${selectField('Operation', operations)} ${selectField('Status', statuses)}
      <p class="soft tally" role="status" id="exchange-tally"></p>
    </div>
    <ol id="exchange-rows" class="plain rows exchanges"></ol>
    <p><button type="button" id="exchange-more" hidden>Show more</button></p>
    <script type="application/gzip" id="exchange-pack">
      ${trustHtml(packedRows)}
    </script>`;
}

/** Returns a row without its start time, which the page does not show and which hardly compresses. */
function toPageRow(row: ExchangeRow): ExchangeRow {
  const { startedAt: _, ...shownFields } = row;
  return { ...shownFields, took: Math.round(shownFields.took) };
}
