/** The pages of the site. */
import type { SitePage } from './site-page.ts';
import { clientPages } from './client-pages.ts';
import { errorPages, guidePages } from './guide-pages.ts';
import { landingPage } from './landing-page.ts';
import { requirementPages } from './requirement-pages.ts';
import { resultPages, type Results } from './result-pages.ts';

export { type Results, wholeResults } from './result-pages.ts';
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
