/** Tests the site that `npm run site` writes, served below a path and opened from disk. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { listen, stop } from '../servers/listen.ts';
import type { PageUnderTest } from './check-page.ts';
import { assertAccessible } from './readable.ts';
import { checkWithoutScript } from './shared-steps.ts';

const base = '/books/';

export interface ServedSite {
  readonly pages: readonly PageUnderTest[];
  readonly close: () => Promise<void>;
}

export async function serveSite(folder: string): Promise<ServedSite> {
  assert(existsSync(`${folder}/index.html`), `${folder} is missing: run "npm run site" first.`);
  const server = createServer((request, response) => {
    void readPage(folder, new URL(request.url ?? '', 'http://host').pathname).then(
      ({ type, body }) => response.writeHead(200, { 'content-type': type }).end(body),
      () => response.writeHead(404).end(),
    );
  });
  const locations = [
    { name: 'site', root: `http://127.0.0.1:${await listen(server)}${base}` },
    { name: 'site-from-disk', root: `${pathToFileURL(folder).href}/` },
  ];
  return {
    pages: locations.flatMap((location) => [sitePage(location), apiPage(location)]),
    close: async () => stop(server),
  };
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
};

async function readPage(folder: string, path: string): Promise<{ type: string; body: Buffer }> {
  if (!path.startsWith(base)) throw new Error(`${path} is outside the site.`);
  const file = path.slice(base.length - 1).replace(/\/$/, '/index.html');
  return { type: types[extname(file)] ?? 'text/plain', body: await readFile(folder + file) };
}

interface SiteLocation {
  readonly name: string;
  readonly root: string;
}

function sitePage({ name, root }: SiteLocation): PageUnderTest {
  return {
    name,
    address: `${root}index.html`,
    mayLoad: root,
    skipScreenshots: name !== 'site',
    ready: async (tab) => tab.getByRole('heading', { level: 1 }).waitFor(),
    tests: {
      'the search finds an operation, a requirement, an error and a guide': findsPages,
      'it is readable without scripts': async (tab) => checkWithoutScript(tab, 'h1'),
      ...(name === 'site' && { 'every kind of page is accessible': checkAccessibility }),
    },
  };
}

/** The API reference of the site; its renderer is a separate file. */
function apiPage({ name, root }: SiteLocation): PageUnderTest {
  return {
    name: `${name}-api`,
    address: `${root}api/index.html`,
    mayLoad: root,
    maxKilobytes: 80,
    skipScreenshots: true,
    ready: async (tab) => tab.getByRole('heading', { level: 1 }).first().waitFor(),
    tests: { 'its renderer starts on first use': startsRenderer },
  };
}

async function startsRenderer(tab: Page): Promise<void> {
  await tab.locator('html[data-renderer="waiting"]').waitFor();
  await tab.keyboard.press('Control+K');
  await tab.locator('input[placeholder]').first().fill('withdraw');
  await tab.getByText('/books/{bookPublicId}/unpublish').first().waitFor();
}

/** The search words, the label of the result, and the address that it opens. */
const searches = [
  ['unpublish', 'operation', /api\/index\.html#.*unpublishbook$/],
  ['final version window', 'requirement', /requirements\/.*final-version-window/],
  ['withdraw a book 401', 'error', /errors\//],
  ['share a sandbox', 'guide', /guides\/share-a-sandbox/],
] as const;

async function findsPages(tab: Page): Promise<void> {
  const start = tab.url();
  for (const [words, kind, address] of searches) {
    await tab.goto(start);
    await tab.keyboard.press('/');
    await tab.keyboard.type(words);
    const result = tab
      .locator('#search-results [data-path]')
      .filter({ has: tab.getByText(kind, { exact: true }) })
      .first();
    await result.waitFor();
    await result.click();
    await tab.waitForURL(address);
    await tab.locator('h1, h2').first().waitFor();
  }
}

async function checkAccessibility(tab: Page): Promise<void> {
  const root = new URL('.', tab.url()).href;
  const pages = ['guides', 'requirements', 'open-questions', 'errors', 'client', 'results'];
  for (const page of pages) {
    await tab.goto(`${root}${page}/index.html`);
    await assertAccessible(tab);
    const inner = tab.locator('main a[href$=".html"]').first();
    if ((await inner.count()) === 0) continue;
    await tab.goto(new URL((await inner.getAttribute('href')) ?? '', tab.url()).href);
    await assertAccessible(tab);
  }
}
