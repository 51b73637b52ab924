/** The exchanges of a run on a page. Scripts of the page import exchange-text.ts and packed-json.ts, which run in browsers too. */
export { exchangeList, type ExchangeShelf, exchangeShelf } from './exchange-list.ts';
export { exchangeTexts, pathOf, pretty } from './exchange-text.ts';
