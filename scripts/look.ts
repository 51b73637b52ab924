/** Tests every page that we write in a real browser, in both themes and three widths, without a network. */
import { mkdir } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { launch } from './look/browser.ts';
import { checkPage, type PageUnderTest } from './look/check-page.ts';
import { comparisonPage, historyPage } from './look/comparison-pages.ts';
import { crossOriginPage } from './look/cross-origin-page.ts';
import { docsPage } from './look/docs-page.ts';
import { largePage, outcomePages } from './look/outcome-pages.ts';
import { reportPage } from './look/report-page.ts';
import { writeSampleReports } from './look/sample-reports.ts';
import { sandboxPage } from './look/sandbox-page.ts';
import { serveSite } from './look/site-pages.ts';

const reports = fileURLToPath(new URL('../reports', import.meta.url));
const folder = `${reports}/look`;
const samples = pathToFileURL(folder).href;
const [only] = process.argv.slice(2);

await mkdir(folder, { recursive: true });
if (only === undefined || !['docs', 'sandbox', 'site'].includes(only))
  await writeSampleReports(folder);
const sandboxes = await Promise.all([sandboxPage(), crossOriginPage()]);
const site = only === undefined || only === 'site' ? await serveSite(`${reports}/site`) : undefined;
const pages: readonly PageUnderTest[] = [
  reportPage(`${samples}/report.html`),
  docsPage(pathToFileURL(`${reports}/distribution.html`).href),
  ...(site?.pages ?? []),
  ...sandboxes.map(({ page }) => page),
  largePage(`${samples}/large.html`),
  ...outcomePages(samples),
  comparisonPage(`${samples}/compare.html`),
  historyPage(`${samples}/history.html`),
].filter(({ name }) => only === undefined || name.startsWith(only));
const browser = await launch();
const failures: string[] = [];
const queue = pages.values();

async function checkQueue(): Promise<void> {
  for (const page of queue) failures.push(...(await checkPage(page, { browser, folder })));
}

try {
  // Two at a time: the browser draws one page while axe checks the other.
  await Promise.all([checkQueue(), checkQueue()]);
} finally {
  await browser.close();
  for (const { close } of sandboxes) await close();
  await site?.close();
}
for (const failure of failures) console.error(`FAILED ${failure}`);
console.log(`${pages.length} pages, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;
