/** Unpacks the list of exchanges when it comes into view, filters it, and draws it a few screens at a time. */
import { findById } from '../../../design/browser.ts';
import { html, toText, type Markup, deferredPart } from '../../../design/pieces.ts';
import type { ExchangeRow } from '../../record/index.ts';
import { formatExchange, getPath, unpackJson } from '../exchange-text.ts';
import { drawAround, drawDeferred, findAll, findFilterFields } from './elements.ts';

const filtersId = 'exchange-filters';
const batchSize = 100;
/** The number of rows that are shown above the target of a link. */
const rowsAbove = 20;

/** All rows, those that match the filters, and the number of these that are drawn. */
interface ExchangeList {
  readonly rows: readonly ExchangeRow[];
  matchingRows: readonly ExchangeRow[];
  drawnCount: number;
}

/** Starts the list. The returned function draws the exchange with an id, even if the filters hide it. */
export function startExchanges(): (id: string) => Promise<void> {
  const section = findById('exchanges', HTMLElement);
  let listPromise: Promise<ExchangeList> | undefined;
  const getList = async (): Promise<ExchangeList> => (listPromise ??= openList());
  if (!section) return async () => undefined;
  whenVisible(section, () => void getList());
  return async (id) => {
    const list = await getList();
    const index = list.rows.findIndex((row) => getId(row) === id);
    if (index < 0) return;
    for (const field of findFilterFields(filtersId)) field.value = '';
    // The list starts a few rows above, because thousands of rows would be slow to draw.
    applyFilters(list, Math.max(0, index - rowsAbove));
    drawAround(id);
    const details = findById(id, HTMLLIElement)?.querySelector('details');
    if (details) details.open = true;
  };
}

function whenVisible(element: Element, action: () => void): void {
  new IntersectionObserver(
    (intersections) => {
      if (intersections.some(({ isIntersecting }) => isIntersecting)) action();
    },
    { rootMargin: '600px' },
  ).observe(element);
}

async function openList(): Promise<ExchangeList> {
  const rows = await unpack(findById('exchange-pack', HTMLScriptElement)?.textContent ?? '');
  const list: ExchangeList = { rows, matchingRows: rows, drawnCount: 0 };
  const filters = findById(filtersId, HTMLElement);
  if (filters) filters.hidden = false;
  filters?.addEventListener('input', () => applyFilters(list));
  const moreButton = findById('exchange-more', HTMLButtonElement);
  const drawMore = (): void => drawRows(list, list.drawnCount + batchSize);
  moreButton?.addEventListener('click', drawMore);
  if (moreButton) whenVisible(moreButton, drawMore);
  // The cards of drifts have the links from which the exchanges link back.
  drawDeferred(findById('drifts', HTMLElement) ?? document);
  applyFilters(list);
  return list;
}

async function unpack(packedRows: string): Promise<ExchangeRow[]> {
  const bytes = Uint8Array.from(atob(packedRows), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  const rows = unpackJson(await new Response(stream).text());
  return areRows(rows) ? rows : [];
}

/** Checks only that the value is a list, because the page was written from such rows. */
function areRows(value: unknown): value is ExchangeRow[] {
  return Array.isArray(value);
}

function applyFilters(list: ExchangeList, firstIndex = 0): void {
  const [search = '', operation = '', status = ''] = findFilterFields(filtersId).map(
    ({ value }) => value,
  );
  const words = search.toLowerCase().split(/\s+/);
  list.matchingRows = list.rows.slice(firstIndex).filter((row) => {
    const text = `${row.number} ${row.operation} ${row.method} ${row.url} ${row.status}`;
    return (
      (operation === '' || row.operation === operation) &&
      (status === '' || String(row.status) === status) &&
      words.every((word) => text.toLowerCase().includes(word))
    );
  });
  list.drawnCount = 0;
  findById('exchange-rows', HTMLOListElement)?.replaceChildren();
  const tally = findById('exchange-tally', HTMLElement);
  if (tally) tally.textContent = `${list.matchingRows.length} of ${list.rows.length} shown`;
  drawRows(list, batchSize);
}

function drawRows(list: ExchangeList, upTo: number): void {
  const rows = list.matchingRows.slice(list.drawnCount, Math.max(upTo, list.drawnCount));
  const items = toText(html`${rows.map(renderExchange)}`);
  findById('exchange-rows', HTMLOListElement)?.insertAdjacentHTML('beforeend', items);
  list.drawnCount += rows.length;
  const moreButton = findById('exchange-more', HTMLButtonElement);
  if (moreButton) moreButton.hidden = list.drawnCount >= list.matchingRows.length;
}

function getId({ number }: ExchangeRow): string {
  return `exchange-${number}`;
}

function renderExchange(row: ExchangeRow): Markup {
  const messages = formatExchange(row).map((text) => html`<pre tabindex="0">${text}</pre>`);
  return html`<li id="${getId(row)}" tabindex="-1">
    <details>
      <summary>
        <span class="soft when">${row.number}</span> <b>${row.method}</b>
        <code>${getPath(row)}</code> → <b>${row.status}</b>
        <span class="soft">${Math.round(row.took)} ms</span>
      </summary>
      ${deferredPart(
        html`${renderBackLinks(row)}
          <div class="exchange">${messages}</div>`,
      )}
    </details>
  </li>`;
}

/** Links to the drifts whose cases sent the exchange. */
function renderBackLinks(row: ExchangeRow): Markup | false {
  const links = findAll(document, `.timeline a[href="#${getId(row)}"]`, HTMLAnchorElement);
  const drifts = new Set(links.map((link) => link.closest<HTMLElement>('.drift')));
  const items = Array.from(drifts, (drift) => {
    const name = drift?.querySelector('.id')?.textContent ?? '';
    return html`<a href="#drift-${drift?.dataset['drift']}">${name}</a> `;
  });
  return items.length > 0 && html`<p class="soft">Part of the case of ${items}</p>`;
}
