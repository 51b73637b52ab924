/** The pages of the site. */
import type { SitePage } from './site-page.ts';
import { clientPages, errorPages, guidePages } from './text-pages.ts';
import { createLandingPage } from './landing-page.ts';
import { requirementPages } from './requirement-pages.ts';
import { resultPages, type Results } from './result-pages.ts';

export { type Results, resultHtmlPages } from './result-pages.ts';
export { sections, type SitePage, type HtmlPage } from './site-page.ts';
export { type SearchEntry, createSearchEntries } from './menus-and-search.ts';
export { createMenus } from './menus-and-search.ts';

/** Returns the pages to render. */
export function sitePages(results: Results, reference: string): readonly SitePage[] {
  return [
    createLandingPage(results),
    ...guidePages(),
    ...clientPages(reference),
    ...requirementPages(results.report?.requirements ?? []),
    ...errorPages(),
    ...resultPages(results),
  ];
}
