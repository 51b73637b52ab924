/** Writes the documents, the API reference and the results of this repository as a static site. */
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { bookdist } from '../src/cli/bookdist.ts';
import { parseCount } from '../src/cli/options.ts';
import { createProcessShell } from '../src/cli/shell/index.ts';
import { writeApiReference } from './site/api-reference.ts';
import { renderBreakItPage } from './site/break-it/break-it-page.ts';
import { recordFaults, recordedFaults } from './site/break-it/record-faults.ts';
import { findDeadLinks } from './site/links.ts';
import { collectPages, root, writeAgentIndex } from './site/pages.ts';
import { renderSite } from './site/render.ts';

interface SiteOptions {
  readonly out: string;
  readonly url?: string;
  readonly faults?: number;
}

const { out, ...values } = new Command('npm run site --')
  .description(
    'Writes the documents, the API reference and the results of this repository as a static site.',
  )
  .option('--out <folder>', 'where to write it', 'reports/site')
  .option('--url <address>', 'where it will be published, for the links that need that')
  .option('--faults <n>', 'record only so many faults, so that a test need not wait', parseCount)
  .parse()
  .opts<SiteOptions>();
const url =
  values.url === undefined ? undefined : new URL(`${values.url}/`.replace(/\/+$/, '/')).href;
if (existsSync(out) && !existsSync(join(out, 'hashmap.json')))
  throw new Error(`${out} is not an earlier site. Choose another folder for --out, or remove it.`);

// Inside the repository, because the pages import packages.
const reports = join(root, 'reports');
await mkdir(reports, { recursive: true });
const project = await mkdtemp(join(reports, 'site-source-'));
try {
  const published = join(project, 'public');
  await mkdir(published);
  const [reference] = await Promise.all([
    writeApiReference(join(project, '.vitepress/reference')),
    run('docs', '--home', 'index.html', '--out', join(published, 'contract.html')),
    copyResults(published),
    writeBreakIt(published),
  ]);
  const pages = [...collectPages(await readdir(published)), ...reference];
  const rendered = join(project, '.vitepress/dist');
  await renderSite({ pages, project, url }, rendered);
  await writeFile(join(rendered, 'llms.txt'), writeAgentIndex(pages, url));
  const deadLinks = findDeadLinks(rendered);
  if (deadLinks.length > 0) throw new Error(`The site has dead links:\n${deadLinks.join('\n')}`);
  await rm(out, { recursive: true, force: true });
  await cp(rendered, out, { recursive: true });
  console.log(`${join(out, 'index.html')}  ${pages.length} pages`);
} finally {
  await rm(project, { recursive: true, force: true });
}

/** Records the runs with faults, and writes the page that plays them. */
async function writeBreakIt(folder: string): Promise<void> {
  const faults = recordedFaults.slice(0, values.faults);
  const recordings = await recordFaults(join(project, 'recordings'), faults);
  await writeFile(join(folder, 'break-it.html'), await renderBreakItPage(recordings));
}

/** Copies the latest report and writes the page of all runs, if there was a run. */
async function copyResults(folder: string): Promise<void> {
  const report = join(reports, 'report.html');
  if (existsSync(report)) await cp(report, join(folder, 'report.html'));
  const history = join(reports, 'history.jsonl');
  if (existsSync(history)) await run('history', history, '--out', folder);
}

async function run(...args: readonly string[]): Promise<void> {
  const code = await bookdist(args, createProcessShell());
  if (code !== 0) throw new Error(`bookdist ${args.join(' ')} ended with ${code}.`);
}
