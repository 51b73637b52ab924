/** A page of the site before it is rendered, and the Markdown parts that several pages share. */

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
  /** Labels and ranks the page in search results. */
  readonly kind?: 'guide' | 'requirement' | 'open question' | 'error' | 'client' | 'result';
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

/** Renders a Markdown table; cells may contain Markdown, but no HTML. */
export function renderTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const escapeCell = (text: string): string =>
    text.replaceAll('<', '&lt;').replaceAll('|', '\\|').replaceAll('\n', ' ');
  const lines = [headings, headings.map(() => '---'), ...rows.map((row) => row.map(escapeCell))];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Returns the HTML id of a heading. */
export function slugify(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
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
