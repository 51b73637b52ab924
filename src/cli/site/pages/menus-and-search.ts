/** The menu of each section, and the entries that the search has for each page. */
import { readContract } from '../../../contract/spec.ts';
import { getOperationText } from '../../../docs/operation-node.ts';
import { getOperationAddress } from '../../../docs/page-address.ts';
import { findArea, areas } from '../../../contract/requirement-areas.ts';
import { requirement, requirementIds } from '../../../contract/requirements.ts';
import {
  type PageKind,
  type SitePage,
  type HtmlPage,
  type MenuLink,
  type Section,
  slugify,
} from './site-page.ts';

export interface SearchEntry {
  /** Below the site's root, without a slash in front. */
  readonly path: string;
  readonly title: string;
  readonly kind: PageKind;
  readonly summary: string;
  readonly text: string;
}

/** Characters of a page that are searched. */
const searchedLength = 6000;

/** Returns an entry for each page that is not only a list. */
export function createSearchEntries(
  pages: readonly SitePage[],
  htmlPages: readonly HtmlPage[],
): readonly SearchEntry[] {
  return [
    ...createOperationEntries(),
    ...pages.flatMap(({ path, title, description, kind, text, unlisted }): SearchEntry[] =>
      unlisted === true || kind === undefined
        ? []
        : [{ path: path.slice(1), title, kind, summary: description, text: extractWords(text) }],
    ),
    ...htmlPages.map(({ path, title }): SearchEntry => ({
      path: path.slice(1),
      title,
      kind: 'result',
      summary: '',
      text: '',
    })),
  ];
}

function createOperationEntries(): readonly SearchEntry[] {
  return Object.values(readContract().operations).map((operation) => ({
    path: `api/index.html${getOperationAddress(operation.id)}`,
    title: getOperationText(operation, 'summary'),
    kind: 'operation',
    summary: `${operation.method} ${operation.path}`,
    text: `${operation.id} ${extractWords(getOperationText(operation, 'description'))}`,
  }));
}

function extractWords(markdown: string): string {
  return markdown
    .replaceAll(/<[^>]+>|\]\([^)]*\)|[`#|*\\[\]-]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .slice(0, searchedLength);
}

/** Returns the menu of each section. */
export function createMenus(
  pages: readonly SitePage[],
): Readonly<Record<Section, readonly MenuLink[]>> {
  const linksTo = (section: Section): MenuLink[] =>
    pages
      .filter((page) => page.section === section)
      .map(({ title, path }) => ({ name: title, path }));
  return {
    guides: linksTo('guides'),
    api: [],
    client: [
      { name: 'The client', path: '/client/index.html' },
      { name: 'Client reference', path: '/client/reference/index.html' },
    ],
    requirements: areaLinks('/requirements/index.html', false),
    'open-questions': areaLinks('/open-questions/index.html', true),
    errors: [],
    results: linksTo('results'),
  };
}

function areaLinks(path: string, open: boolean): MenuLink[] {
  const ids = requirementIds.filter((id) => (requirement(id).level === 'open') === open);
  return areas
    .filter((area) => ids.some((id) => findArea(id) === area))
    .map(({ title }) => ({ name: title, path: `${path}#${slugify(title)}` }));
}
