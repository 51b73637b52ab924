/** Collects the pages of the site as Markdown. */
import manifest from '../../package.json' with { type: 'json' };
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readContract } from '../../src/contract/spec.ts';
import { writeGuide } from '../../src/docs/guide.ts';
import { getOperationText } from '../../src/docs/operation-node.ts';
import { findArea } from '../../src/contract/requirement-areas.ts';
import { getOperationAddress, toSlug } from '../../src/docs/requirement-chapters.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Page {
  /** The address within the site, without an ending. */
  readonly path: string;
  /** The file or folder of the repository that other files link to. Relative links of the text start from it. */
  readonly from: string;
  /** Markdown that starts with a heading. */
  readonly text: string;
}

/**
 * Returns every page except the API reference, in the order of the menu.
 * @param files the HTML files at the root of the site that VitePress does not write
 */
export function collectPages(files: readonly string[]): readonly Page[] {
  return [
    writeFirstPage(),
    ...readFolder('docs/guides', 'guides', 'Guides'),
    ...writeServicePages(),
    ...splitRequirements(),
    readPage('src/client/README.md', 'packages/index'),
    listResults(files),
    readPage('docs/grade.md', 'results/grade'),
    readPage('docs/track-record.md', 'results/track-record'),
    readPage('ARCHITECTURE.md', 'project/index'),
    readPage('CONTRIBUTING.md', 'project/contributing'),
    readPage('CHANGELOG.md', 'project/changelog'),
    readPage('SECURITY.md', 'project/security'),
    ...readFolder('docs/decisions', 'project/decisions', 'Decisions'),
  ];
}

export function getTitle({ text, path }: Page): string {
  return /^# (.+)$/m.exec(text)?.[1]?.replaceAll(/[`\\]/g, '') ?? path;
}

/** Links to a page that VitePress did not write, so that its router does not look for it. */
export function linkFile(words: string, address: string): string {
  return `[${words}](${address}){target="_self"}`;
}

function readPage(from: string, path: string): Page {
  return { path, from, text: readFileSync(posix.join(root, from), 'utf8') };
}

/** Returns the README. A reader of the site needs the page of the recorded faults, and not the command that writes it. */
function writeFirstPage(): Page {
  const page = readPage('README.md', 'index');
  const link = linkFile('Open the page', '/break-it.html');
  return { ...page, text: page.text.replace(/The page is\s+`break-it[^]*?offline\./, `${link}.`) };
}

/** The guides in the order of a story: see a drift, test a service, stay informed; then the tests of callers. Others follow. */
const guideOrder = [
  'get-started.md',
  'read-a-report.md',
  'check-a-staging-in-ci.md',
  'when-document-and-service-disagree.md',
  'pin-what-you-observed.md',
  'follow-a-service-over-time.md',
  'judge-the-next-revision.md',
  'develop-against-the-sandbox.md',
  'test-in-vitest-and-msw.md',
  'does-your-program-survive.md',
  'find-what-your-client-does-wrong.md',
  'watch-another-test-run.md',
  'judge-production-from-a-recording.md',
  'share-a-sandbox.md',
];

/** Returns the place in the order of the guides; for other files, one after all guides. */
function rankGuide(name: string): number {
  const index = guideOrder.indexOf(name);
  return index < 0 ? guideOrder.length : index;
}

/** Returns a list of the Markdown files of a folder, and a page for each of them. */
function readFolder(folder: string, path: string, title: string): readonly Page[] {
  const pages = readdirSync(posix.join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .toSorted((a, b) => rankGuide(a) - rankGuide(b) || a.localeCompare(b))
    .map((name) => readPage(`${folder}/${name}`, `${path}/${name.slice(0, -3)}`));
  const links = pages.map((page) => `- [${getTitle(page)}](${posix.basename(page.from)})`);
  const text = `# ${title}\n\n${links.join('\n')}\n`;
  return [{ path: `${path}/index`, from: `${folder}/index.md`, text }, ...pages];
}

function listResults(files: readonly string[]): Page {
  const link = (words: string, file: string, source: string): string =>
    files.includes(file) ? linkFile(words, `/${file}`) : `${words}: none yet; ${source} writes it`;
  const text = `# Results

- ${link('The latest report', 'report.html', '`npm run verify`')}
- ${link('Runs over time', 'history.html', '`npm run verify`')}
- [What the suite is worth](/results/grade): every seeded fault, and how fast the suite finds it
- [Track record](/results/track-record): faults found in services that others wrote
`;
  return { path: 'results/index', from: 'results', text };
}

/** Returns the operations and the chapters of the contract's guide. The requirements have pages of their own. */
function writeServicePages(): readonly Page[] {
  const operations = Object.values(readContract().operations).map(
    (operation) =>
      `## ${getOperationText(operation, 'summary')}\n\n[\`${operation.method} ${operation.path}\`](${getOperationAddress(operation.id)}) (\`${operation.id}\`)`,
  );
  const intro = '# The service\n\nThe [contract](#/) describes these operations in full.';
  const chapters = writeGuide().filter(({ name }) => name !== 'open');
  return [
    { path: 'service/index', from: 'src/docs/guide.md', text: [intro, ...operations].join('\n\n') },
    ...chapters.map(({ name, title, text }) => ({
      path: `service/${name}`,
      from: 'src/docs/guide.md',
      text: `# ${title}\n\n${text}`,
    })),
  ];
}

/** Returns the address of a requirement within the site, from a page at its root. */
export function getRequirementPage(id: string): string {
  return `requirements/${toSlug(findArea(id).title)}.html#${id.replaceAll('.', '-')}`;
}

/** Returns a page for each area of the requirements, with a heading for each id, so that the search finds it. */
function splitRequirements(): readonly Page[] {
  const { from, text, path } = readPage('docs/requirements.md', 'requirements/index');
  const [intro = '', ...areas] = text.split(/^## /m);
  return [
    { path, from, text: intro.replaceAll('](#', '](requirements/') },
    ...areas.map((area) => {
      const slug = toSlug(/^.+/.exec(area)?.[0] ?? '');
      const body = area.replaceAll(/^<a id="(.+)"><\/a>\n\*\*`.+`\*\* · /gm, '## `$1`\n\n');
      return { path: `requirements/${slug}`, from: `docs/requirements/${slug}`, text: `# ${body}` };
    }),
  ];
}

/** The parts of the site, by the start of their addresses. The others are too long to be read as a whole. */
const parts: readonly (readonly [title: string, start: string])[] = [
  ['Start', 'index'],
  ['Guides', 'guides/'],
  ['The service', 'service/'],
  ['The client', 'packages/index'],
  ['Results', 'results/'],
  ['The project', 'project/'],
];

/** @param url the address of the site, with a slash at the end; undefined for links within the site */
export function writeAgentIndex(pages: readonly Page[], url = '/'): string {
  const blocks = parts.map(([title, start]) => {
    const rows = pages
      .filter(({ path }) => path.startsWith(start))
      .map((page) => `- [${getTitle(page)}](${url}${page.path}.html)`);
    return [`## ${title}`, '', ...rows].join('\n');
  });
  return `# bookdist\n\n> ${manifest.description}\n\n${blocks.join('\n\n')}\n`;
}
