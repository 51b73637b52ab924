/** Turns the links of Markdown files into links of the site. */
import { posix } from 'node:path';
import { linkFile, type Page } from './pages.ts';

/** Files of the repository that the site contains unchanged. */
export const copiedFiles = [
  'openapi/distribution.yaml',
  'openapi/requirements.yaml',
  'openapi/flows.arazzo.yaml',
  'openapi/sandbox-control.yaml',
];

/**
 * Rewrites the links of a page, except in code. A link to a file that the site does not have becomes plain text,
 * because the repository has no known address.
 */
export function rewriteLinks({ text, from }: Page, pages: readonly Page[]): string {
  const addresses = new Map([
    ...pages.map((page) => [page.from, `/${page.path}`] as const),
    ...pages.map((page) => [page.from.replace(/\/index\.md$/, ''), `/${page.path}`] as const),
    ...copiedFiles.map((file) => [file, `/${file}`] as const),
  ]);
  const rewrite = (link: string, words: string, target: string): string => {
    if (/^(?:[a-z]+:|\/|#[^/])/.test(target)) return link;
    if (target.startsWith('#/')) return rewriteContractLink(words, target);
    const [path = '', fragment] = target.split('#');
    const address = addresses.get(posix.join(posix.dirname(from), path).replace(/\/$/, ''));
    if (address === undefined) return words;
    return `[${words}](${address}${fragment === undefined ? '' : `#${fragment}`})`;
  };
  return text
    .split(/(^ *```.*?^ *```$)/ms)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part.replaceAll(/\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g, rewrite),
    )
    .join('');
}

/** Rewrites a link within the contract page: the site has pages of its own for requirements and chapters. */
function rewriteContractLink(words: string, target: string): string {
  const [, area, id] = /^#\/requirements-([^/]+)(?:\/(.+))?$/.exec(target) ?? [];
  if (area !== undefined) return `[${words}](/requirements/${area}${id ? `#${id}` : ''})`;
  if (target.startsWith('#/open')) return `[${words}](/requirements/)`;
  const chapter = /^#\/([a-z]+)$/.exec(target)?.[1];
  if (chapter !== undefined) return `[${words}](/service/${chapter})`;
  return linkFile(words, `/contract.html${target}`);
}
