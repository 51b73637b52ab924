/** Turns links in Markdown files into links on the site. */
import { posix } from 'node:path';

const siteAddresses: Readonly<Record<string, string>> = {
  'README.md': '/index.html',
  'docs/grade.md': '/results/grade.html',
  'docs/requirements.md': '/requirements/index.html',
  'docs/guides': '/guides/index.html',
  'bench/peers/results.md': '/results/comparison.html',
  'src/client/README.md': '/client/index.html',
  'openapi/distribution.yaml': '/openapi/distribution.yaml',
  'openapi/requirements.yaml': '/openapi/requirements.yaml',
  'openapi/flows.arazzo.yaml': '/openapi/flows.arazzo.yaml',
  'openapi/sandbox-control.yaml': '/openapi/sandbox-control.yaml',
};

/** Chapters of the API page that the site shows as separate pages. */
const chapterAddresses: Readonly<Record<string, string>> = {
  '#/open': '/open-questions/index.html',
  '#/errors': '/errors/index.html',
  '#/drift': '/guides/drift.html',
  '#/flows': '/guides/flows.html',
  '#/window': '/guides/window.html',
  '#/uploading': '/guides/uploading.html',
  '#/authentication': '/guides/authentication.html',
  '#/changes': '/guides/changes.html',
};

/**
 * Rewrites the links of a Markdown text. Code is left as it is. A link to a file that the site does not publish
 * becomes plain text.
 * @param from the file's path in the repository, such as `docs/guides/read-a-report.md`
 */
export function rewriteLinks(text: string, from: string): string {
  return text
    .split(/(^```.*?^```)/ms)
    .map((part, index) => (index % 2 === 1 ? part : rewriteLinksInText(part, from)))
    .join('');
}

function rewriteLinksInText(text: string, from: string): string {
  return text.replaceAll(
    /\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g,
    (match, words: string, target: string) => {
      if (/^[a-z]+:/.test(target)) return match;
      const link = resolveLink(target, from);
      return link === undefined ? words : `[${words}](${link})`;
    },
  );
}

function resolveLink(target: string, from: string): string | undefined {
  if (target.startsWith('#/requirements-')) {
    const id = target.split('/')[2];
    return id === undefined ? '/requirements/index.html' : `/requirements/${id}.html`;
  }
  if (target.startsWith('#/open/')) return `/open-questions/index.html#${target.slice(7)}`;
  if (target.startsWith('#/')) return chapterAddresses[target] ?? `/api/index.html${target}`;
  if (target.startsWith('#') || target.startsWith('/')) return target;
  const [path = '', fragment] = target.split('#');
  const file = posix.join(posix.dirname(from), path);
  const address = findAddressOfFile(file);
  return address === undefined || fragment === undefined ? address : `${address}#${fragment}`;
}

function findAddressOfFile(file: string): string | undefined {
  const guide = /^docs\/guides\/([\w-]+)\.md$/.exec(file)?.[1];
  if (guide !== undefined) return `/guides/${guide}.html`;
  const reference = /^client\/reference\/(.+)\.md$/.exec(file)?.[1];
  if (reference !== undefined) return `/client/reference/${reference}.html`;
  return siteAddresses[file];
}
