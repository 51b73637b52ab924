/** Writes the site: renders it in a temporary folder, checks its links, then puts it in place. */
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
  searchEntries,
  sitePages,
  type WholePage,
  wholeResults,
} from './pages/index.ts';
import { findPeers } from './peers.ts';

/** The options of `bookdist site` as commander parsed them. */
export interface SiteFlags {
  readonly out: string;
  readonly url?: string;
  readonly report?: string;
  readonly history?: string;
}

/** Marks a folder that may be replaced. */
const marker = '.bookdist-site';

/**
 * Writes the site.
 * @returns the exit code
 * @throws WrongUsage for a folder with other files, an invalid address, or missing packages
 * @throws CannotDo when a part cannot be rendered, or a link of the result leads nowhere
 */
export async function writeSite({ out, url, ...named }: SiteFlags, shell: Shell): Promise<number> {
  const peers = findPeers();
  const published = url === undefined ? undefined : publicAddress(url);
  await prepareFolder(out);
  await assertReplaceable(out);
  const results = await readResults(named);
  const work = await mkdtemp(join(tmpdir(), 'bookdist-site-'));
  try {
    shell.err('Rendering the client reference and the API reference…\n');
    const [reference, api] = await Promise.all([writeClientReference(peers, work), renderDocs()]);
    const pages = sitePages(results, reference);
    const whole = wholeResults(results);
    const content = {
      pages,
      whole: [...whole, apiPage(api)],
      entries: searchEntries(pages, whole),
      url: published,
    };
    shell.err(`Rendering ${pages.length} pages…\n`);
    const made = await renderSite(content, peers, await mkdtemp(join(work, 'project-')));
    await assertLinks(made);
    await putInPlace(made, out);
    shell.out(`${join(out, 'index.html')}  ${content.pages.length + content.whole.length} pages\n`);
    return 0;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function readResults({ report, history }: Omit<SiteFlags, 'out'>): Promise<Results> {
  const reportFile = chosen(report, 'reports/report.json');
  const historyFile = chosen(history, 'reports/history.jsonl');
  const runs = historyFile && summarizeHistory(await readHistoryFile(historyFile));
  return {
    ...(reportFile && { report: await readReport(reportFile) }),
    ...(runs && { history: runs }),
  };
}

function chosen(named: string | undefined, usual: string): string | undefined {
  return named ?? (existsSync(usual) ? usual : undefined);
}

function apiPage({ page, script }: SplitPage): WholePage {
  const beside = { name: rendererFile, text: script };
  return { path: '/api/index.html', title: 'API reference', html: page, beside };
}

function publicAddress(url: string): string {
  if (!URL.canParse(url) || !/^https?:/.test(url))
    throw new WrongUsage(`--url ${url} is not an address. Write it as https://host/path/.`);
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname.endsWith('/') ? pathname : `${pathname}/`}`;
}

async function assertReplaceable(out: string): Promise<void> {
  const files = await readdir(out);
  if (files.length > 0 && !files.includes(marker))
    throw new WrongUsage(
      `--out ${out} holds files that are not from an earlier site. Choose another folder, or empty it.`,
    );
}

async function assertLinks(folder: string): Promise<void> {
  const dead = await findDeadLinks(folder);
  if (dead.length === 0) return;
  const shown = dead.slice(0, 20).join('\n  ');
  throw new CannotDo(`The site has ${dead.length} dead links; it was not written.\n  ${shown}`);
}

async function putInPlace(made: string, out: string): Promise<void> {
  await writeFile(join(made, marker), 'Written by bookdist site, which replaces this folder.\n');
  for (const name of await readdir(out)) await rm(join(out, name), { recursive: true });
  await cp(made, out, { recursive: true });
}
