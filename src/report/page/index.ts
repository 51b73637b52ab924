/** A report as one HTML page. */
export { comparePage } from './compare-page.ts';
export { reportPage } from './report-page.ts';
export { historyPage } from './history/index.ts';
export { unpackJson } from './exchanges/packed-json.ts';
