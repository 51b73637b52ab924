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
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      posix.join(entry.parentPath.slice(folder.length).split(sep).join('/'), entry.name),
    )
    .map((path) => path.replace(/^\//, ''));
  const pages = await Promise.all(
    files
      .filter((path) => path.endsWith('.html'))
      .map(async (path) => readLinks(path, await readFile(`${folder}/${path}`, 'utf8'))),
  );
  const known = new Map(pages.map((page) => [page.path, page.ids]));
  const there = new Set(files);
  return pages.flatMap(({ path, links, loaded }) => [
    ...loaded.map((target) => `${path} loads ${target} from another host`),
    ...links.flatMap((target) => {
      const fault = faultOf(target, path, { there, known });
      return fault === undefined ? [] : [`${path} → ${target}: ${fault}`];
    }),
  ]);
}

interface KnownTargets {
  readonly there: ReadonlySet<string>;
  readonly known: ReadonlyMap<string, ReadonlySet<string>>;
}

function faultOf(target: string, from: string, { there, known }: KnownTargets): string | undefined {
  if (/^(?:https?|mailto|data):/.test(target)) return undefined;
  if (target.startsWith('/')) return 'it does not work below a path or from disk';
  const [path = '', fragment = ''] = target.split('#');
  const file = path === '' ? from : posix.join(posix.dirname(from), decodeURIComponent(path));
  if (!there.has(file)) return 'there is no such file';
  if (fragment === '' || byScript.test(fragment) || !file.endsWith('.html')) return undefined;
  const id = decodeURIComponent(fragment);
  return known.get(file)?.has(id) === true ? undefined : 'the page has no such id';
}

/** Ids that exist only once a script has run: views of the API page, and the exchanges of a report. */
const byScript = /^(?:\/|exchange-\d+$)/;

/** Reads the tags of a page, without the content of scripts, styles and comments. */
function readLinks(path: string, text: string): PageLinks {
  const bare = text.replaceAll(/<(script|style)\b([^>]*)>.*?<\/\1>|<!--.*?-->/gs, '<$1$2>');
  const values = (pattern: RegExp): string[] =>
    [...bare.matchAll(pattern)].map(([, value = '']) => value.replaceAll('&amp;', '&'));
  const ids = values(/<[a-z][^>]*\sid="([^"]*)"/gi);
  const links = values(/<(?:a|img|link|script|iframe)\b[^>]*\s(?:href|src)="([^"]*)"/gi);
  const loaded = values(
    /<(?:(?:img|script|iframe)\b[^>]*\ssrc|link\b(?![^>]*rel="canonical")[^>]*\shref)="((?:https?:)?\/\/[^"]*)"/gi,
  );
  return { path, ids: new Set(ids), links, loaded };
}
