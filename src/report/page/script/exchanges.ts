/** The list of exchanges: unpacked when it comes into view, filtered, and drawn a few screens at a time. */
import type { ExchangeRow } from '../../record/index.ts';
import { unpackJson } from '../exchanges/packed-json.ts';
import { formatExchange, getPath } from '../exchanges/exchange-text.ts';
import { findById, createElement, findAll, drawDeferred } from './elements.ts';

/** Rows drawn in one step. */
const batch = 100;
/** Rows shown above the one that a link leads to. */
const before = 20;

interface Entry {
  readonly id: string;
  readonly place: number;
  readonly row: ExchangeRow;
  readonly text: string;
}

/** All entries, those that match the filters, and how many of these are drawn. */
interface Shelf {
  readonly entries: readonly Entry[];
  fitting: readonly Entry[];
  drawn: number;
}

/** Starts the list. The returned function draws the exchange with an id, even if the filters hide it. */
export function startExchanges(): (id: string) => Promise<void> {
  const section = findById('exchanges', HTMLElement);
  let opening: Promise<Shelf> | undefined;
  const opened = async (): Promise<Shelf> => (opening ??= open());
  if (!section) return async () => undefined;
  new IntersectionObserver(
    (seen, watch) => {
      if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
      watch.disconnect();
      void opened();
    },
    { rootMargin: '600px' },
  ).observe(section);
  return async (id) => {
    const shelf = await opened();
    const place = shelf.entries.find((entry) => entry.id === id)?.place;
    if (place === undefined) return;
    resetFilters();
    // Thousands of rows before it would take long to draw: the list begins a little above.
    refilter(shelf, Math.max(0, place - before));
    const details = findById(id, HTMLLIElement)?.querySelector('details');
    if (details) details.open = true;
  };
}

async function open(): Promise<Shelf> {
  const rows = await unpack(findById('exchange-pack', HTMLScriptElement)?.textContent ?? '');
  const entries = rows.map((row, place) => {
    return { id: `exchange-${row.number}`, place, row, text: exchangeText(row) };
  });
  const shelf: Shelf = { entries, fitting: entries, drawn: 0 };
  const filters = findById('exchange-filters', HTMLElement);
  if (filters) filters.hidden = false;
  filters?.addEventListener('input', () => refilter(shelf));
  const more = findById('exchange-more', HTMLButtonElement);
  more?.addEventListener('click', () => draw(shelf, shelf.drawn + batch));
  if (more) {
    new IntersectionObserver((seen) => {
      if (seen.some(({ isIntersecting }) => isIntersecting)) draw(shelf, shelf.drawn + batch);
    }).observe(more);
  }
  refilter(shelf);
  return shelf;
}

async function unpack(packed: string): Promise<ExchangeRow[]> {
  const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  const rows = unpackJson(await new Response(stream).text());
  return areRows(rows) ? rows : [];
}

/** We wrote them ourselves. */
function areRows(value: unknown): value is ExchangeRow[] {
  return Array.isArray(value);
}

function refilter(shelf: Shelf, from = 0): void {
  const { search, operation, status } = controls();
  const words = (search?.value ?? '').toLowerCase().split(/\s+/);
  const [operationName, statusCode] = [operation?.value ?? '', status?.value ?? ''];
  shelf.fitting = shelf.entries.filter(
    ({ row, text, place }) =>
      place >= from &&
      (operationName === '' || row.operation === operationName) &&
      (statusCode === '' || String(row.status) === statusCode) &&
      words.every((word) => text.includes(word)),
  );
  shelf.drawn = 0;
  findById('exchange-rows', HTMLOListElement)?.replaceChildren();
  const tally = findById('exchange-tally', HTMLElement);
  if (tally) tally.textContent = `${shelf.fitting.length} of ${shelf.entries.length} shown`;
  draw(shelf, batch);
}

function resetFilters(): void {
  const { search, operation, status } = controls();
  for (const field of [search, operation, status]) if (field) field.value = '';
}

function controls() {
  const filters = findById('exchange-filters', HTMLElement);
  const named = (name: string) => filters?.querySelector<HTMLSelectElement>(`select[name=${name}]`);
  return {
    search: filters?.querySelector('input'),
    operation: named('operation'),
    status: named('status'),
  };
}

function draw(shelf: Shelf, upTo: number): void {
  const list = findById('exchange-rows', HTMLOListElement);
  const next = shelf.fitting.slice(shelf.drawn, Math.max(upTo, shelf.drawn));
  list?.append(...next.map(({ row, id }) => exchangeItem(row, id)));
  shelf.drawn += next.length;
  const more = findById('exchange-more', HTMLButtonElement);
  if (more) more.hidden = shelf.drawn >= shelf.fitting.length;
  if (list && shelf.fitting.length === 0)
    list.append(createElement('li', 'none', 'No exchange fits.'));
}

/** Returns what a search looks at. */
function exchangeText({ number, operation = '', method, url, status }: ExchangeRow): string {
  return `${number} ${operation} ${method} ${url} ${status}`.toLowerCase();
}

/** Returns the item of an exchange; `id` is its place in addresses. */
function exchangeItem(row: ExchangeRow, id: string): HTMLElement {
  const item = createElement('li', '');
  item.id = id;
  item.tabIndex = -1;
  const details = document.createElement('details');
  const summary = createElement('summary', '');
  summary.append(
    createElement('span', 'when', String(row.number)),
    ' ',
    createElement('b', '', row.method),
    ' ',
    createElement('code', '', getPath(row)),
    ' → ',
    createElement('b', '', String(row.status)),
    ' ',
    createElement('span', 'when', `${Math.round(row.took)} ms`),
  );
  details.append(summary);
  details.addEventListener('toggle', () => {
    if (!details.open || details.childElementCount > 1) return;
    const pair = createElement('div', 'exchange');
    pair.append(...formatExchange(row).map(block));
    details.append(...backLinks(id), pair);
  });
  item.append(details);
  return item;
}

function backLinks(id: string): HTMLElement[] {
  const drifts = findById('drifts', HTMLElement);
  if (drifts) drawDeferred(drifts);
  const marks = new Set(
    findAll(document, `.timeline a[href="#${id}"]`, HTMLAnchorElement).map(
      (link) => link.dataset['case'] ?? '',
    ),
  );
  if (marks.size === 0) return [];
  const line = createElement('p', 'when', 'Part of the case of ');
  for (const mark of marks) {
    const name = document.querySelector(`details[data-drift="${CSS.escape(mark)}"] summary .id`);
    const link = document.createElement('a');
    link.href = `#drift-${mark}`;
    link.textContent = name?.textContent ?? mark;
    line.append(link, ' ');
  }
  return [line];
}

function block(text: string): HTMLElement {
  const element = createElement('pre', '', text);
  element.tabIndex = 0;
  return element;
}
