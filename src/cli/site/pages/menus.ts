/** The menu of each section. */
import { areaOf, areas } from '../../../contract/requirement-areas.ts';
import { requirement, requirementIds } from '../../../contract/requirements.ts';
import type { MenuLink, Section, SitePage } from './site-page.ts';
import { slugOf } from './text.ts';

/** Returns the menu of each section. */
export function menus(pages: readonly SitePage[]): Readonly<Record<Section, readonly MenuLink[]>> {
  const listed = (section: Section): MenuLink[] =>
    pages
      .filter((page) => page.section === section)
      .map(({ title, path }) => ({ name: title, path }));
  return {
    guides: listed('guides'),
    api: [],
    client: [
      { name: 'The client', path: '/client/index.html' },
      { name: 'Client reference', path: '/client/reference/index.html' },
    ],
    requirements: areaLinks('/requirements/index.html', false),
    'open-questions': areaLinks('/open-questions/index.html', true),
    errors: [],
    results: listed('results'),
  };
}

function areaLinks(path: string, open: boolean): MenuLink[] {
  const ids = requirementIds.filter((id) => (requirement(id).level === 'open') === open);
  return areas
    .filter((area) => ids.some((id) => areaOf(id) === area))
    .map(({ title }) => ({ name: title, path: `${path}#${slugOf(title)}` }));
}
