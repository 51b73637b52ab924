/** The menu of each section. */
import { findArea, areas } from '../../../contract/requirement-areas.ts';
import { type Requirement, requirement, requirementIds } from '../../../contract/requirements.ts';
import { type SitePage, type MenuLink, type SiteSection, slugify } from './site-page.ts';

/** Returns the menu of each section. */
export function createMenus(
  pages: readonly SitePage[],
): Readonly<Record<SiteSection, readonly MenuLink[]>> {
  const linkPagesIn = (section: SiteSection): MenuLink[] =>
    pages
      .filter((page) => page.section === section)
      .map(({ title, path }) => ({ name: title, path }));
  return {
    guides: linkPagesIn('guides'),
    // The API and the errors are one page each.
    api: [],
    client: [
      { name: 'The client', path: '/client/index.html' },
      { name: 'Client reference', path: '/client/reference/index.html' },
    ],
    requirements: createAreaLinks('requirements', (level) => level !== 'open'),
    'open-questions': createAreaLinks('open-questions', (level) => level === 'open'),
    errors: [],
    results: linkPagesIn('results'),
  };
}

function createAreaLinks(
  section: 'requirements' | 'open-questions',
  hasLevel: (level: Requirement['level']) => boolean,
): MenuLink[] {
  const ids = requirementIds.filter((id) => hasLevel(requirement(id).level));
  return areas
    .filter((area) => ids.some((id) => findArea(id) === area))
    .map(({ title }) => ({ name: title, path: `/${section}/index.html#${slugify(title)}` }));
}
