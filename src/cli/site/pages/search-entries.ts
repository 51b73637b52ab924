/** The entries of pages and operations in the site's search. */
import { readContract } from '../../../contract/spec.ts';
import { getOperationText } from '../../../docs/operation-node.ts';
import { getOperationAddress } from '../../../docs/page-address.ts';
import type { SitePage, HtmlPage } from './site-page.ts';

export interface SearchEntry {
  /** Relative to the site's root, without a slash in front. */
  readonly path: string;
  readonly title: string;
  readonly kind: SitePage['kind'] | 'operation';
  readonly summary: string;
  readonly text: string;
}

/** In characters. */
const maxTextLength = 6000;

/** Returns an entry for each operation, each page that the search shows, and each result page. */
export function createSearchEntries(
  pages: readonly SitePage[],
  htmlPages: readonly HtmlPage[],
): readonly SearchEntry[] {
  return [
    ...createOperationEntries(),
    ...pages.flatMap(({ path, title, description, kind, text, omitFromSearch }): SearchEntry[] =>
      omitFromSearch === true || kind === undefined
        ? []
        : [{ path: path.slice(1), title, kind, summary: description, text: toSearchText(text) }],
    ),
    ...htmlPages.map(({ path, title }) => {
      return { path: path.slice(1), title, kind: 'result', summary: '', text: '' } as const;
    }),
  ];
}

function createOperationEntries(): readonly SearchEntry[] {
  return Object.values(readContract().operations).map((operation) => ({
    path: `api/index.html${getOperationAddress(operation.id)}`,
    title: getOperationText(operation, 'summary'),
    kind: 'operation',
    summary: `${operation.method} ${operation.path}`,
    text: `${operation.id} ${toSearchText(getOperationText(operation, 'description'))}`,
  }));
}

function toSearchText(markdown: string): string {
  return markdown
    .replaceAll(/<[^>]+>|\]\([^)]*\)|[`#|*\\[\]-]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .slice(0, maxTextLength);
}
