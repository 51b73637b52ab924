/** One exchange of the list: a line, and behind it request and answer, written only once it is opened. */
import type { ExchangeRow } from '../../record/index.ts';
import { exchangeTexts, pathOf } from '../exchange-text.ts';
import { make } from './elements.ts';

/** What a search looks at. */
export function exchangeText({ number, operation = '', method, url, status }: ExchangeRow): string {
  return `${number} ${operation} ${method} ${url} ${status}`.toLowerCase();
}

/** The item at a place of the list. */
export function exchangeItem(row: ExchangeRow, place: number): HTMLElement {
  const item = make('li', '');
  item.id = `exchange-${place}`;
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
    make('span', 'when', `${row.took} ms`),
  );
  details.append(summary);
  details.addEventListener('toggle', () => {
    if (!details.open || details.childElementCount > 1) return;
    const pair = make('div', 'exchange');
    pair.append(...exchangeTexts(row).map(block));
    details.append(pair);
  });
  item.append(details);
  return item;
}

function block(text: string): HTMLElement {
  const made = make('pre', '', text);
  made.tabIndex = 0;
  return made;
}
