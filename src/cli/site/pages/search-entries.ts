/** The entries that the site's search has for each page. */
import { readContract } from '../../../contract/spec.ts';
import { textOf } from '../../../docs/operation-node.ts';
import { operationAddress } from '../../../docs/page-address.ts';
import type { PageKind, SitePage, WholePage } from './site-page.ts';

export interface SearchEntry {
  /** Below the site's root, without a slash in front. */
  readonly path: string;
  readonly title: string;
  readonly kind: PageKind;
  /** Shown below the title. */
  readonly summary: string;
  /** Searched, but not shown. */
  readonly text: string;
}

/** Characters of a page that are searched. */
const most = 6000;

/** Returns an entry for each page that is not only a list. */
export function searchEntries(
  pages: readonly SitePage[],
  whole: readonly WholePage[],
): readonly SearchEntry[] {
  return [
    ...operationEntries(),
    ...pages.flatMap(({ path, title, description, kind, text, unlisted }): SearchEntry[] =>
      unlisted === true || kind === undefined
        ? []
        : [{ path: path.slice(1), title, kind, summary: description, text: words(text) }],
    ),
    ...whole.map(({ path, title }): SearchEntry => ({
      path: path.slice(1),
      title,
      kind: 'result',
      summary: '',
      text: '',
    })),
  ];
}

/** Returns an entry for each operation, which leads into the API reference. */
function operationEntries(): readonly SearchEntry[] {
  return Object.values(readContract().operations).map((operation) => ({
    path: `api/index.html${operationAddress(operation.id)}`,
    title: textOf(operation, 'summary'),
    kind: 'operation',
    summary: `${operation.method} ${operation.path}`,
    text: `${operation.id} ${words(textOf(operation, 'description'))}`,
  }));
}

function words(markdown: string): string {
  return markdown
    .replaceAll(/<[^>]+>|\]\([^)]*\)|[`#|*\\[\]-]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .slice(0, most);
}
