/** A page of the site before it is rendered, and the Markdown parts that several pages share. */
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

export type SiteSection = keyof typeof sections;

/** The kind of a page, which labels and ranks it in search results. */
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
  readonly section?: SiteSection;
  /** Markdown; links to pages of the site start with a slash. */
  readonly text: string;
  readonly kind?: PageKind;
  /** True for a page that only lists other pages. */
  readonly omitFromSearch?: boolean;
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

/** Renders a Markdown table; cells may contain Markdown, but no HTML. */
export function renderTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const separator = headings.map(() => '---');
  const escapedRows = rows.map((cells) => cells.map(escapeCell));
  return [headings, separator, ...escapedRows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function escapeCell(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('|', '\\|').replaceAll('\n', ' ');
}

/** Returns the HTML id of a heading. */
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
