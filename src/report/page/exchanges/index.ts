/** Renders the exchanges of a run. The page's script imports exchange-text.ts and packed-json.ts directly, because these also run in browsers. */
export { renderExchangeList, type ExchangesByNumber, collectExchanges } from './exchange-list.ts';
export { formatExchange, getPath, formatJson } from './exchange-text.ts';
