/** One exchange of the list: a line, and request and response, which are drawn when it is opened. */
import type { ExchangeRow } from '../../record/index.ts';
import { exchangeTexts, pathOf } from '../exchanges/exchange-text.ts';
import { all, byId, make } from './elements.ts';
import { drawLater } from './later.ts';

/** Returns what a search looks at. */
export function exchangeText({ number, operation = '', method, url, status }: ExchangeRow): string {
  return `${number} ${operation} ${method} ${url} ${status}`.toLowerCase();
}

/** Returns the item of an exchange; `id` is its place in addresses. */
export function exchangeItem(row: ExchangeRow, id: string): HTMLElement {
  const item = make('li', '');
  item.id = id;
  item.tabIndex = -1;
  const details = document.createElement('details');
  const summary = make('summary', '');
  summary.append(
    make('span', 'when', String(row.number)),
    ' ',
    make('b', '', row.method),
    ' ',
    make('code', '', pathOf(row)),
    ' → ',
    make('b', '', String(row.status)),
    ' ',
    make('span', 'when', `${Math.round(row.took)} ms`),
  );
  details.append(summary);
  details.addEventListener('toggle', () => {
    if (!details.open || details.childElementCount > 1) return;
    const pair = make('div', 'exchange');
    pair.append(...exchangeTexts(row).map(block));
    details.append(...backLinks(id), pair);
  });
  item.append(details);
  return item;
}

/** Links to the drifts whose cases made this call. */
function backLinks(id: string): HTMLElement[] {
  const drifts = byId('drifts', HTMLElement);
  if (drifts) drawLater(drifts);
  const marks = new Set(
    all(document, `.timeline a[href="#${id}"]`, HTMLAnchorElement).map(
      (link) => link.dataset['case'] ?? '',
    ),
  );
  if (marks.size === 0) return [];
  const line = make('p', 'when', 'Part of the case of ');
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
  const made = make('pre', '', text);
  made.tabIndex = 0;
  return made;
}
