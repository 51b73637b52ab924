/** The pages of the site. */
import type { SitePage } from './site-page.ts';
import { createClientPages, createErrorPage, createGuidePages } from './text-pages.ts';
import { createLandingPage } from './landing-page.ts';
import { createRequirementPages } from './requirement-pages.ts';
import { createResultPages, type Results } from './result-pages.ts';

export { type Results, createResultHtmlPages } from './result-pages.ts';
export { sections, type SitePage, type HtmlPage } from './site-page.ts';
export { type SearchEntry, createSearchEntries } from './search-entries.ts';
export { createMenus } from './menus.ts';

export function createSitePages(results: Results, reference: string): readonly SitePage[] {
  return [
    createLandingPage(results),
    ...createGuidePages(),
    ...createClientPages(reference),
    ...createRequirementPages(results.report?.requirements ?? []),
    createErrorPage(),
    ...createResultPages(results),
  ];
}
