/** Renders the exchanges of a run. The page's script imports exchange-text.ts directly, because it also runs in browsers. */
export { renderExchangeList, type ExchangesByNumber, collectExchanges } from './exchange-list.ts';
export { formatExchange, getPath, formatJson } from './exchange-text.ts';
