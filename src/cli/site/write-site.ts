/** Renders the site in a temporary folder, checks its links, then replaces the output folder. */
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rendererFile, type SplitPage } from '../../docs/page/index.ts';
import { summarizeHistory } from '../../report/history/index.ts';
import { renderDocs } from '../docs/index.ts';
import { readHistoryFile } from '../history/index.ts';
import { readReport } from '../output/index.ts';
import { CannotDo, prepareFolder, type Shell, WrongUsage } from '../shell/index.ts';
import { findDeadLinks } from './build/dead-links.ts';
import { writeClientReference } from './build/client-reference.ts';
import { renderSite } from './build/eleventy-project.ts';
import {
  type Results,
  createSearchEntries,
  createSitePages,
  type HtmlPage,
  createResultHtmlPages,
} from './pages/index.ts';
import { findPeers } from './peers.ts';

export interface SiteFlags {
  readonly out: string;
  readonly url?: string;
  readonly report?: string;
  readonly history?: string;
}

/** The name of a file that marks a folder that may be replaced. */
const marker = '.bookdist-site';

/**
 * Writes the site.
 * @throws WrongUsage for a folder with other files, an invalid address, or missing packages
 * @throws CannotDo if a part cannot be rendered, or a link of the result is dead
 */
export async function writeSite({ out, url, ...sources }: SiteFlags, shell: Shell): Promise<void> {
  const peers = findPeers();
  const publicUrl = url === undefined ? undefined : parsePublicUrl(url);
  await prepareFolder(out);
  await assertReplaceable(out);
  const results = await readResults(sources);
  const workFolder = await mkdtemp(join(tmpdir(), 'bookdist-site-'));
  try {
    shell.err('Rendering the client reference and the API reference…\n');
    const reference = writeClientReference(peers, workFolder);
    const [referenceFolder, api] = await Promise.all([reference, renderDocs()]);
    const pages = createSitePages(results, referenceFolder);
    const resultPages = createResultHtmlPages(results);
    const entries = createSearchEntries(pages, resultPages);
    const htmlPages = [...resultPages, createApiPage(api)];
    shell.err(`Rendering ${pages.length} pages…\n`);
    const project = await mkdtemp(join(workFolder, 'project-'));
    const content = { pages, htmlPages, entries, url: publicUrl };
    const rendered = await renderSite(content, peers, project);
    await assertLinks(rendered);
    await replaceFolder(rendered, out);
    shell.out(`${join(out, 'index.html')}  ${pages.length + htmlPages.length} pages\n`);
  } finally {
    await rm(workFolder, { recursive: true, force: true });
  }
}

async function readResults({ report, history }: Omit<SiteFlags, 'out'>): Promise<Results> {
  const reportFile = findFile(report, 'reports/report.json');
  const historyFile = findFile(history, 'reports/history.jsonl');
  const runs = historyFile && summarizeHistory(await readHistoryFile(historyFile));
  return {
    ...(reportFile && { report: await readReport(reportFile) }),
    ...(runs && { history: runs }),
  };
}

function findFile(file: string | undefined, defaultFile: string): string | undefined {
  return file ?? (existsSync(defaultFile) ? defaultFile : undefined);
}

function createApiPage({ page, script: text }: SplitPage): HtmlPage {
  const script = { name: rendererFile, text };
  return { path: '/api/index.html', title: 'API reference', html: page, script };
}

function parsePublicUrl(url: string): string {
  if (!URL.canParse(url) || !/^https?:/.test(url))
    throw new WrongUsage(`--url ${url} is not an address. Write it as https://host/path/.`);
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname.endsWith('/') ? pathname : `${pathname}/`}`;
}

async function assertReplaceable(out: string): Promise<void> {
  const files = await readdir(out);
  if (files.length > 0 && !files.includes(marker))
    throw new WrongUsage(
      `--out ${out} contains files that are not from an earlier site. Choose another folder, or empty it.`,
    );
}

async function assertLinks(folder: string): Promise<void> {
  const deadLinks = await findDeadLinks(folder);
  if (deadLinks.length === 0) return;
  throw new CannotDo(
    `The site has ${deadLinks.length} dead links; it was not written.\n  ${deadLinks.slice(0, 20).join('\n  ')}`,
  );
}

async function replaceFolder(rendered: string, out: string): Promise<void> {
  const note = 'Written by bookdist site, which replaces this folder.\n';
  await writeFile(join(rendered, marker), note);
  for (const name of await readdir(out)) await rm(join(out, name), { recursive: true });
  await cp(rendered, out, { recursive: true });
}
