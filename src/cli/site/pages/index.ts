/** The pages of the site. */
import type { SitePage } from './site-page.ts';
import { clientPages, errorPages, guidePages } from './text-pages.ts';
import { landingPage } from './landing-page.ts';
import { requirementPages } from './requirement-pages.ts';
import { resultPages, type Results } from './result-pages.ts';

export { type Results, wholeResults } from './result-pages.ts';
export { sections, type SitePage, type WholePage } from './site-page.ts';
export { type SearchEntry, searchEntries } from './menus-and-search.ts';
export { menus } from './menus-and-search.ts';

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
