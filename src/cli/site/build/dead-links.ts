/** Finds dead links of a rendered site, and files that it would load from another host. */
import { readdir, readFile } from 'node:fs/promises';
import { posix, sep } from 'node:path';

interface PageLinks {
  readonly path: string;
  readonly ids: ReadonlySet<string>;
  readonly links: readonly string[];
  readonly loaded: readonly string[];
}

/** @returns a line for each bad link: the page, the target, and what is wrong */
export async function findDeadLinks(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      posix.join(entry.parentPath.slice(folder.length).split(sep).join('/'), entry.name),
    )
    .map((path) => path.replace(/^\//, ''));
  const pages = await Promise.all(
    paths
      .filter((path) => path.endsWith('.html'))
      .map(async (path) => readLinks(path, await readFile(`${folder}/${path}`, 'utf8'))),
  );
  const idsByPage = new Map(pages.map((page) => [page.path, page.ids]));
  const files = new Set(paths);
  return pages.flatMap(({ path, links, loaded }) => [
    ...loaded.map((target) => `${path} loads ${target} from another host`),
    ...links.flatMap((target) => {
      const fault = describeFault(target, path, { files, idsByPage });
      return fault === undefined ? [] : [`${path} → ${target}: ${fault}`];
    }),
  ]);
}

interface KnownTargets {
  readonly files: ReadonlySet<string>;
  readonly idsByPage: ReadonlyMap<string, ReadonlySet<string>>;
}

function describeFault(
  target: string,
  from: string,
  { files, idsByPage }: KnownTargets,
): string | undefined {
  if (/^(?:https?|mailto|data):/.test(target)) return undefined;
  if (target.startsWith('/')) return 'it does not work below a path or from disk';
  const [path = '', fragment = ''] = target.split('#');
  const file = path === '' ? from : posix.join(posix.dirname(from), decodeURIComponent(path));
  if (!files.has(file)) return 'there is no such file';
  if (fragment === '' || scriptIds.test(fragment) || !file.endsWith('.html')) return undefined;
  const id = decodeURIComponent(fragment);
  return idsByPage.get(file)?.has(id) === true ? undefined : 'the page has no such id';
}

/** Ids that exist only once a script has run: views of the API page, and the exchanges of a report. */
const scriptIds = /^(?:\/|exchange-\d+$)/;

/** Reads the tags of a page, without the content of scripts, styles and comments. */
function readLinks(path: string, text: string): PageLinks {
  const tags = text.replaceAll(/<(script|style)\b([^>]*)>.*?<\/\1>|<!--.*?-->/gs, '<$1$2>');
  const matchAll = (pattern: RegExp): string[] =>
    [...tags.matchAll(pattern)].map(([, value = '']) => value.replaceAll('&amp;', '&'));
  const ids = matchAll(/<[a-z][^>]*\sid="([^"]*)"/gi);
  const links = matchAll(/<(?:a|img|link|script|iframe)\b[^>]*\s(?:href|src)="([^"]*)"/gi);
  const loaded = matchAll(
    /<(?:(?:img|script|iframe)\b[^>]*\ssrc|link\b(?![^>]*rel="canonical")[^>]*\shref)="((?:https?:)?\/\/[^"]*)"/gi,
  );
  return { path, ids: new Set(ids), links, loaded };
}
