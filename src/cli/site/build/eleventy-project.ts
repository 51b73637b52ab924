/** Writes the pages as an Eleventy project and has Eleventy render it. */
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { version as toolVersion } from '../../../generated/version.ts';
import { getContractFingerprint } from '../../../contract/spec.ts';
import { designStyle } from '../../../design/index.ts';
import { runProgram } from '../../shell/index.ts';
import {
  createMenus,
  type SearchEntry,
  sections,
  type SitePage,
  type HtmlPage,
} from '../pages/index.ts';
import type { PeerFiles } from '../peers.ts';

const theme = fileURLToPath(new URL('../theme', import.meta.url));
const openapi = fileURLToPath(new URL('../../../../openapi/', import.meta.url));

export interface SiteContent {
  readonly pages: readonly SitePage[];
  readonly htmlPages: readonly HtmlPage[];
  readonly entries: readonly SearchEntry[];
  /** The address at which the site will be published; ends with a slash. */
  readonly url: string | undefined;
}

/**
 * Renders the site.
 * @param workFolder an empty folder for the project
 * @returns the folder of the rendered site, inside the work folder
 */
export async function renderSite(
  { pages, htmlPages, entries, url }: SiteContent,
  peers: PeerFiles,
  workFolder: string,
): Promise<string> {
  await cp(theme, workFolder, { recursive: true });
  await copyContract(join(workFolder, 'openapi'));
  const paths = [...pages, ...htmlPages].map(({ path }) => path);
  const addresses = paths.map((path) => path.replace(/index\.html$/, '').slice(1));
  const [menus, contract] = [createMenus(pages), getContractFingerprint()];
  const site = { sections, menus, version: toolVersion, contract, url, addresses };
  await writeFileIn(workFolder, '_data/site.json', JSON.stringify(site));
  await writeFileIn(workFolder, 'package.json', '{ "type": "module" }\n');
  if (url === undefined) await rm(join(workFolder, 'sitemap.njk'));
  await writeAssets(workFolder, entries, peers);
  for (const page of pages)
    await writeFileIn(workFolder, page.path.replace(/\.html$/, '.md'), renderSource(page));
  await runProgram({ name: 'Eleventy', file: peers.eleventy, cwd: workFolder, args: ['--quiet'] });
  const out = join(workFolder, '_site');
  for (const { path, html, script } of htmlPages) {
    await writeFileIn(out, path, html);
    if (script) await writeFileIn(out, join(dirname(path), script.name), script.text);
  }
  return out;
}

function renderSource(page: SitePage): string {
  const { path, title, description, section, text, kind, omitFromSearch } = page;
  const frontMatter = {
    permalink: path.slice(1),
    path,
    layout: 'page.njk',
    title,
    description,
    section,
    // The text of other pages already starts with the description.
    lead: omitFromSearch === true || kind === 'error' || kind === 'result',
  };
  return `---json\n${JSON.stringify(frontMatter)}\n---\n${text}\n`;
}

async function copyContract(folder: string): Promise<void> {
  const files = ['distribution', 'requirements', 'flows.arazzo', 'sandbox-control'];
  for (const name of files) await cp(`${openapi}${name}.yaml`, join(folder, `${name}.yaml`));
}

async function writeAssets(
  workFolder: string,
  entries: readonly SearchEntry[],
  peers: PeerFiles,
): Promise<void> {
  const assets = join(workFolder, 'assets');
  await cp(peers.minisearch, join(assets, 'minisearch.js'));
  // A script, because a page opened from disk may not fetch JSON.
  const script = `globalThis.searchEntries = ${JSON.stringify(entries)};\n`;
  await writeFileIn(assets, 'search-entries.js', script);
  const style = await readFile(join(theme, 'assets/site.css'), 'utf8');
  await writeFileIn(assets, 'site.css', `${designStyle()}\n${style}`);
}

async function writeFileIn(folder: string, path: string, text: string): Promise<void> {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
