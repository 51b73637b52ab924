/** A page of the site before it is rendered, and words and links that several pages share. */
import type { Operation } from '../../../contract/operations.ts';
import { getOperationText } from '../../../docs/operation-node.ts';
import { getOperationAddress } from '../../../docs/page-address.ts';

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
export interface HtmlPage {
  readonly path: string;
  readonly title: string;
  readonly html: string;
  readonly script?: { readonly name: string; readonly text: string };
}

/** A link in the menu of a page. */
export interface MenuLink {
  readonly name: string;
  readonly path: string;
}

/** Escapes what Markdown would take for HTML. */
export function escapeHtml(text: string): string {
  return text.replaceAll('<', '&lt;');
}

/** Returns the id that a heading gets. */
export function slugify(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

/** Returns a link to an operation in the API reference. */
export function linkToOperation(operation: Operation): string {
  return `[${getOperationText(operation, 'summary')}](/api/index.html${getOperationAddress(operation.id)})`;
}

/** Returns the first sentence of a Markdown text, without markup. */
export function firstSentence(text: string): string {
  const [paragraph = ''] = text
    .replaceAll(/^```.*?^```/gms, '')
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => /^[A-Za-z`*[]/.test(part));
  const plain = paragraph
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*_\\]/g, '')
    .replaceAll(/\s+/g, ' ');
  return /^.*?[.:?!](?=\s|$)/.exec(plain)?.[0].replace(/:$/, '.') ?? plain;
}
