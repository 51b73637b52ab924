/** Finds the dead links of a rendered site, and the files that its pages would load from another host. */
import { readdir, readFile } from 'node:fs/promises';
import { join, posix, relative, sep } from 'node:path';

interface PageLinks {
  readonly path: string;
  readonly ids: ReadonlySet<string>;
  readonly links: readonly string[];
  readonly externalSources: readonly string[];
}

/** Returns a line for each dead link, and one for each file that a page loads from another host. */
export async function findDeadLinks(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
  const htmlPaths = paths.filter((path) => path.endsWith('.html'));
  const pages = await Promise.all(
    htmlPaths.map(async (path) => readLinks(path, await readFile(`${folder}/${path}`, 'utf8'))),
  );
  const idsByPage = new Map(pages.map((page) => [page.path, page.ids]));
  const files = new Set(paths);
  return pages.flatMap(({ path, links, externalSources }) => [
    ...externalSources.map((target) => `${path} loads ${target} from another host`),
    ...links.flatMap((target) => {
      const problem = describeProblem(target, path, { files, idsByPage });
      return problem === undefined ? [] : [`${path} → ${target}: ${problem}`];
    }),
  ]);
}

interface Site {
  readonly files: ReadonlySet<string>;
  readonly idsByPage: ReadonlyMap<string, ReadonlySet<string>>;
}

function describeProblem(target: string, from: string, site: Site): string | undefined {
  const { files, idsByPage } = site;
  if (/^(?:https?|mailto|data):/.test(target)) return undefined;
  if (target.startsWith('/'))
    return 'an absolute link breaks if the site is opened from disk or served from a subfolder';
  const [path = '', fragment = ''] = target.split('#');
  const file = path === '' ? from : posix.join(posix.dirname(from), decodeURIComponent(path));
  if (!files.has(file)) return 'there is no such file';
  if (!fragment || scriptIdPattern.test(fragment) || !file.endsWith('.html')) return undefined;
  const id = decodeURIComponent(fragment);
  return idsByPage.get(file)?.has(id) === true ? undefined : 'the page has no such id';
}

/** Ids that a script creates: views of the API page, and exchanges of a report. */
const scriptIdPattern = /^(?:\/|exchange-\d+$)/;

/** Reads the ids and links of a page; ignores what scripts, styles and comments contain. */
function readLinks(path: string, text: string): PageLinks {
  const tags = text.replaceAll(/<(script|style)\b([^>]*)>.*?<\/\1>|<!--.*?-->/gs, '<$1$2>');
  const matchAll = (pattern: RegExp): string[] =>
    [...tags.matchAll(pattern)].map(([, value = '']) => value.replaceAll('&amp;', '&'));
  const ids = matchAll(/<[a-z][^>]*\sid="([^"]*)"/gi);
  const links = matchAll(/<(?:a|img|link|script|iframe)\b[^>]*\s(?:href|src)="([^"]*)"/gi);
  const loaded = matchAll(
    /<(?:(?:img|script|iframe)\b[^>]*\ssrc|link\b(?![^>]*rel="canonical")[^>]*\shref)="((?:https?:)?\/\/[^"]*)"/gi,
  );
  return { path, ids: new Set(ids), links, externalSources: loaded };
}
