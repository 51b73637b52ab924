/** The pages of the site. */
import type { WholePage, SitePage } from './site-page.ts';
import { clientPages } from './client-pages.ts';
import { errorPages } from './error-pages.ts';
import { guidePages } from './guide-pages.ts';
import { landingPage } from './landing-page.ts';
import { requirementPages } from './requirement-pages.ts';
import { resultPages, wholeResults, type Results } from './result-pages.ts';

export type { Results } from './result-pages.ts';
export { sections, type SitePage, type WholePage } from './site-page.ts';
export { type SearchEntry, searchEntries } from './search-entries.ts';
export { menus } from './menus.ts';

/** Returns the pages to render. */
export function sitePages(results: Results, reference: string): readonly SitePage[] {
  return [
    landingPage(results),
    ...guidePages(),
    ...clientPages(reference),
    ...requirementPages(results.report?.requirements ?? []),
    ...errorPages(),
    ...resultPages(results),
  ];
}

/** Returns the pages that are ready. */
export function wholePages(results: Results): readonly WholePage[] {
  return wholeResults(results);
}
