/** Makes relative links of packed Markdown files lead to the repository, if they name files that the package lacks. */
import { posix } from 'node:path';

export interface PackedFile {
  readonly path: string;
  readonly text: string;
}

/** Links and pictures, in Markdown and in HTML: what precedes the address, the address, and the anchor after it. */
const links = /(\]\(|(?:src|srcset|href)=")([^)#\s":]+)(?=[)#"])/g;

/**
 * Returns the text of a packed file with links that lead somewhere.
 * @param packed the paths of all files of the package
 * @param repository the address of the repository
 */
export function linkToRepository(
  { path, text }: PackedFile,
  packed: ReadonlySet<string>,
  repository: string,
): string {
  const folders = new Set([...packed].flatMap(listFolders));
  return text.replaceAll(links, (link, start: string, address: string) => {
    const target = posix.join(posix.dirname(path), address);
    if (packed.has(target) || folders.has(target)) return link;
    const view = /\.(?:png|svg)$/.test(target) ? 'raw' : 'blob';
    return `${start}${repository}/${view}/HEAD/${target}`;
  });
}

function listFolders(path: string): string[] {
  const folder = posix.dirname(path);
  return folder === '.' ? [] : [folder, ...listFolders(folder)];
}
