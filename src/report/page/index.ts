/** Renders reports, comparisons and histories as HTML pages. */
export { renderComparisonPage } from './compare-page.ts';
export { renderReportPage } from './report-page.ts';
export { renderHistoryPage } from './history/history-page.ts';
export { unpackJson } from './exchange-text.ts';
export { renderDriftCard } from './drifts/drift-card.ts';
export { readPageStyle, renderSectionPage } from './filtered-rows.ts';
export { renderRequirementGrid, renderVerdictLine, selectMusts } from './verdict-band.ts';
