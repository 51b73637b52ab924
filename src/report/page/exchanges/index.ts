/** The exchanges of a run on a page. Scripts of the page import exchange-text.ts and packed-json.ts, which run in browsers too. */
export { exchangeList, type ExchangesByNumber, collectExchanges } from './exchange-list.ts';
export { formatExchange, getPath, formatJson } from './exchange-text.ts';
