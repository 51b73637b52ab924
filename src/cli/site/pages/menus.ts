/** The menu of each section. */
import { findArea, areas } from '../../../contract/requirement-areas.ts';
import { requirement, requirementIds } from '../../../contract/requirements.ts';
import { type SitePage, type SiteSection, slugify } from './site-page.ts';

interface MenuLink {
  readonly name: string;
  readonly path: string;
}

export function createMenus(pages: readonly SitePage[]): Record<SiteSection, MenuLink[]> {
  const linkPagesIn = (section: SiteSection): MenuLink[] =>
    pages.filter((page) => page.section === section).map(toLink);
  return {
    guides: linkPagesIn('guides'),
    // The API and the errors are one page each.
    api: [],
    client: [
      { name: 'The client', path: '/client/index.html' },
      { name: 'Client reference', path: '/client/reference/index.html' },
    ],
    requirements: createAreaLinks('requirements'),
    'open-questions': createAreaLinks('open-questions'),
    errors: [],
    results: linkPagesIn('results'),
  };
}

function toLink({ title, path }: SitePage): MenuLink {
  return { name: title, path };
}

function createAreaLinks(section: 'requirements' | 'open-questions'): MenuLink[] {
  const isOpen = section === 'open-questions';
  const ids = requirementIds.filter((id) => (requirement(id).level === 'open') === isOpen);
  return areas
    .filter((area) => ids.some((id) => findArea(id) === area))
    .map(({ title }) => ({ name: title, path: `/${section}/index.html#${slugify(title)}` }));
}
