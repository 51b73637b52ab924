/** Turns the links of Markdown files into links of the site, and finds the dead links of a rendered site. */
import { posix, join, sep } from 'node:path';
import { readdirSync, readFileSync } from 'node:fs';
import { linkFile, type Page } from './pages.ts';

/** Files of the repository that the site contains unchanged. */
export const copiedFiles = [
  'openapi/distribution.yaml',
  'openapi/requirements.yaml',
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
        : part
            // Pictures keep their relative addresses, which VitePress resolves.
            .replaceAll(/(?<!!)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g, rewrite)
            // On the site, a page that the text names by its file is a link.
            .replaceAll(/`reports\/site\/([\w-]+\.html)`/g, (_path, file: string) =>
              file === 'index.html' ? _path : linkFile(file, `/${file}`),
            ),
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

/** Returns a line for each link that leads nowhere, and for each file that a page loads from another host. */
export function findDeadLinks(folder: string): readonly string[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.split(sep).join('/'))
    .filter((path) => posix.extname(path) !== '');
  const pages = new Map(
    paths
      .filter((path) => path.endsWith('.html'))
      .map((path) => [path, readMarkup(join(folder, path))]),
  );
  const files = new Set(paths);
  const describe = (path: string, target: string): string[] => {
    if (/^(?:https?|mailto|data):/.test(target)) return [];
    const [file = '', fragment = ''] = target.split('#');
    const linkedPath = file === '' ? path : posix.join(posix.dirname(path), decodeURI(file));
    const linkedFile = linkedPath.endsWith('/') ? `${linkedPath}index.html` : linkedPath;
    const id = decodeURIComponent(fragment);
    const isFound =
      files.has(linkedFile) &&
      (id === '' || scriptId.test(id) || pages.get(linkedFile)?.includes(`id="${id}"`) === true);
    return isFound && !target.startsWith('/') ? [] : [`${path} → ${target}`];
  };
  return [...pages].flatMap(([path, markup]) => [
    ...[...markup.matchAll(externalSource)].map(([tag]) => `${path} loads ${tag}`),
    ...[...markup.matchAll(link)].flatMap(([, target = '']) =>
      describe(path, target.replaceAll('&amp;', '&')),
    ),
  ]);
}

/** Ids that a script creates: views of the contract page, and exchanges of a report. */
const scriptId = /\/|^exchange-\d+$/;

const link = /<(?:a|img|link|script|iframe)\b[^>]*\s(?:href|src)="([^"]*)"/gi;
const externalSource =
  /<(?:(?:img|script|iframe)\b[^>]*\ssrc|link\b(?![^>]*rel="canonical")[^>]*\shref)="(?:https?:)?\/\/[^"]*"/gi;

/** Reads a page without its scripts, styles and comments. */
function readMarkup(file: string): string {
  return readFileSync(file, 'utf8').replaceAll(
    /<(script|style)\b([^>]*)>.*?<\/\1>|<!--.*?-->/gs,
    '<$1$2>',
  );
}
