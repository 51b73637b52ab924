/** Unpacks the list of exchanges when it comes into view, filters it, and draws it a few screens at a time. */
import type { ExchangeRow } from '../../record/index.ts';
import { unpackJson } from '../exchanges/packed-json.ts';
import { formatExchange, getPath } from '../exchanges/exchange-text.ts';
import { findById, createElement, findAll, findFilterFields, drawDeferred } from './elements.ts';

const filtersId = 'exchange-filters';
const batchSize = 100;
/** The number of rows that are shown above the target of a link. */
const rowsAbove = 20;

interface Entry {
  readonly id: string;
  readonly index: number;
  readonly row: ExchangeRow;
  readonly text: string;
}

/** All entries, those that match the filters, and the number of these that are drawn. */
interface ExchangeList {
  readonly entries: readonly Entry[];
  matchingEntries: readonly Entry[];
  drawnCount: number;
}

/** Starts the list. The returned function draws the exchange with an id, even if the filters hide it. */
export function startExchanges(): (id: string) => Promise<void> {
  const section = findById('exchanges', HTMLElement);
  let listPromise: Promise<ExchangeList> | undefined;
  const getList = async (): Promise<ExchangeList> => (listPromise ??= openList());
  if (!section) return async () => undefined;
  new IntersectionObserver(
    (intersections, observer) => {
      if (!intersections.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      void getList();
    },
    { rootMargin: '600px' },
  ).observe(section);
  return async (id) => {
    const list = await getList();
    const index = list.entries.find((entry) => entry.id === id)?.index;
    if (index === undefined) return;
    for (const field of findFilterFields(filtersId)) field.value = '';
    // The list starts a few rows above, because thousands of rows would be slow to draw.
    applyFilters(list, Math.max(0, index - rowsAbove));
    const details = findById(id, HTMLLIElement)?.querySelector('details');
    if (details) details.open = true;
  };
}

async function openList(): Promise<ExchangeList> {
  const rows = await unpack(findById('exchange-pack', HTMLScriptElement)?.textContent ?? '');
  const entries = rows.map((row, index) => {
    const { number, operation = '', method, url, status } = row;
    const text = `${number} ${operation} ${method} ${url} ${status}`.toLowerCase();
    return { id: `exchange-${number}`, index, row, text };
  });
  const list: ExchangeList = { entries, matchingEntries: entries, drawnCount: 0 };
  const filters = findById(filtersId, HTMLElement);
  if (filters) filters.hidden = false;
  filters?.addEventListener('input', () => applyFilters(list));
  const moreButton = findById('exchange-more', HTMLButtonElement);
  const drawMore = (): void => drawRows(list, list.drawnCount + batchSize);
  moreButton?.addEventListener('click', drawMore);
  if (moreButton) {
    new IntersectionObserver((intersections) => {
      if (intersections.some(({ isIntersecting }) => isIntersecting)) drawMore();
    }).observe(moreButton);
  }
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
  list.matchingEntries = list.entries.filter(
    ({ row, text, index }) =>
      index >= firstIndex &&
      (operation === '' || row.operation === operation) &&
      (status === '' || String(row.status) === status) &&
      words.every((word) => text.includes(word)),
  );
  list.drawnCount = 0;
  findById('exchange-rows', HTMLOListElement)?.replaceChildren();
  const tally = findById('exchange-tally', HTMLElement);
  if (tally) tally.textContent = `${list.matchingEntries.length} of ${list.entries.length} shown`;
  drawRows(list, batchSize);
}

function drawRows(list: ExchangeList, upTo: number): void {
  const listElement = findById('exchange-rows', HTMLOListElement);
  const nextEntries = list.matchingEntries.slice(list.drawnCount, Math.max(upTo, list.drawnCount));
  listElement?.append(...nextEntries.map(({ row, id }) => exchangeItem(row, id)));
  list.drawnCount += nextEntries.length;
  const moreButton = findById('exchange-more', HTMLButtonElement);
  if (moreButton) moreButton.hidden = list.drawnCount >= list.matchingEntries.length;
  if (listElement && list.matchingEntries.length === 0)
    listElement.append(createElement('li', 'none', 'No exchange matches.'));
}

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
    const messages = createElement('div', 'exchange');
    messages.append(...formatExchange(row).map(block));
    details.append(...backLinks(id), messages);
  });
  item.append(details);
  return item;
}

function backLinks(id: string): HTMLElement[] {
  const drifts = findById('drifts', HTMLElement);
  if (drifts) drawDeferred(drifts);
  const fingerprints = new Set(
    findAll(document, `.timeline a[href="#${id}"]`, HTMLAnchorElement).map(
      (link) => link.dataset['case'] ?? '',
    ),
  );
  if (fingerprints.size === 0) return [];
  const line = createElement('p', 'when', 'Part of the case of ');
  for (const fingerprint of fingerprints) {
    const requirement = document.querySelector(
      `details[data-drift="${CSS.escape(fingerprint)}"] summary .id`,
    );
    const link = document.createElement('a');
    link.href = `#drift-${fingerprint}`;
    link.textContent = requirement?.textContent ?? fingerprint;
    line.append(link, ' ');
  }
  return [line];
}

function block(text: string): HTMLElement {
  const element = createElement('pre', '', text);
  element.tabIndex = 0;
  return element;
}
