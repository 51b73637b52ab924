/** A report as one HTML page, and the parts that other pages are made of. */
export { comparePage } from './compare-page.ts';
export { reportPage } from './report-page.ts';
export { historyPage } from './history/index.ts';
export { filteredPart, type FilteredRow } from './filtered-rows.ts';
export { html, type Content, type Markup } from './markup.ts';
export { unpackJson } from './exchanges/packed-json.ts';
export { pageOf } from './page-frame.ts';
export { bar, requirementLink, scrolling, timeWords, verdictMark } from './verdict-mark.ts';
