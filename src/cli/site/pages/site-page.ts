/** A page of the site before it is rendered. */

/** The parts of the site, in the order of its menu. */
export const sections = {
  guides: { name: 'Guides', path: '/guides/index.html' },
  api: { name: 'API', path: '/api/index.html' },
  client: { name: 'Client', path: '/client/index.html' },
  requirements: { name: 'Requirements', path: '/requirements/index.html' },
  'open-questions': { name: 'Open questions', path: '/open-questions/index.html' },
  errors: { name: 'Errors', path: '/errors/index.html' },
  results: { name: 'Results', path: '/results/index.html' },
} as const;

export type Section = keyof typeof sections;

/** The label and the rank of a search result. */
export type PageKind =
  | 'operation'
  | 'guide'
  | 'requirement'
  | 'open question'
  | 'error'
  | 'client'
  | 'result';

export interface SitePage {
  /** Absolute within the site: starts with a slash and ends with `.html`. */
  readonly path: string;
  readonly title: string;
  /** One sentence for search engines and search results. */
  readonly description: string;
  /** Undefined for the landing page. */
  readonly section?: Section;
  /** Markdown; links to pages of the site start with a slash. */
  readonly text: string;
  readonly kind?: PageKind;
  /** Left out of the search, because it only lists other pages. */
  readonly unlisted?: boolean;
}

/** A complete HTML page, which is written unchanged. */
export interface WholePage {
  readonly path: string;
  readonly title: string;
  readonly html: string;
  /** A file in the same folder that the page loads. */
  readonly beside?: { readonly name: string; readonly text: string };
}

/** A link in the menu of a page. */
export interface MenuLink {
  readonly name: string;
  readonly path: string;
}
