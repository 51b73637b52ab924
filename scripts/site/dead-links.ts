/** Finds the dead links of a rendered site, and the files that its pages would load from another host. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';

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
