/** Tests the site that `npm run site` writes, served below a path and opened from disk. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Page, Route } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { runCommand } from '../../scripts/build/stale.ts';
import { describePicture } from '../../scripts/site/break-it/break-it-page.ts';
import { sampleOr, takeSample } from '../support/sample.ts';
import { measureWidth, testLayout, findViolations, themes } from './layout.ts';
import { openPage, screens, createPageTest, expectReadableWithoutScripts } from './open-page.ts';

const address = 'https://example.com/books/';
const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = `${root}reports/browser/site/`;

beforeAll(async () => {
  const faults = sampleOr(['--faults', '2'], []);
  const options = ['--out', folder, '--url', address, ...faults];
  await runCommand(root, process.execPath, ['--import', 'tsx', 'scripts/site.ts', ...options]);
});

const page = {
  name: 'site',
  getAddress: () => `${address}index.html`,
  getView: () => ({ mayLoad: address, serve: serveFile }),
  waitUntilReady: async (tab: Page) => tab.getByRole('heading', { level: 1 }).waitFor(),
};
const test = createPageTest(page);

async function serveFile(route: Route): Promise<void> {
  const { pathname } = new URL(route.request().url());
  const path = pathname.replace(/^\/books\//, folder);
  await route.fulfill({ path: path.endsWith('/') ? `${path}index.html` : path });
}

// Both pages have the same colours.
testLayout(page, takeSample(themes));

const breakIt = {
  ...page,
  name: 'break-it',
  getAddress: () => `${address}break-it.html`,
  maxKilobytes: 400,
  waitUntilReady: async (tab: Page) => tab.locator('.run:visible .play').waitFor(),
};
testLayout(breakIt, takeSample(themes.toReversed()));
const breakItTest = createPageTest(breakIt);

breakItTest('a fault plays by keyboard until its drift, and its link opens it', async ({ tab }) => {
  await tab.locator('.faults a[href="#isbn-checksum-ignored"]').press('Enter');
  const run = tab.locator('.run:visible');
  // A page that plays in real time would be further than this on a slow machine.
  await tab.clock.install({ time: 0 });
  await tab.clock.pauseAt(1000);
  await run.locator('.play').press('Enter');
  await tab.clock.runFor(100);
  expect(await run.locator('.cells .untested').count()).toBeGreaterThan(100);
  await run.locator('.end').press('Enter');
  await tab.clock.resume();
  await run.locator('.cells a.drifts').first().press('Enter');
  expect(await run.locator('.card h4').innerText()).toContain('not a valid ISBN-13');
  await tab.goto(`${address}break-it.html#isbn-checksum-ignored`);
  await tab.reload();
  expect(await tab.locator('.run:visible').getAttribute('id')).toBe('isbn-checksum-ignored');
});

breakItTest('it plays from disk, and shows every run without scripts', async ({ browser }) => {
  const file = pathToFileURL(`${folder}break-it.html`).href;
  const { tab, close } = await openPage(browser, file);
  await tab.locator('.run:visible .play').click();
  await tab.locator('.run.playing').waitFor();
  await close();
  const still = { ...breakIt, getAddress: () => file, getView: () => ({}) };
  await expectReadableWithoutScripts(browser, still, '.run h3');
});

breakItTest('the README shows this page; otherwise run: npm run pictures', async () => {
  const shown: unknown = JSON.parse(await readFile(`${root}docs/pictures/break-it.json`, 'utf8'));
  expect(describePicture(await readFile(`${folder}break-it.html`, 'utf8'))).toEqual(shown);
});

test.for([
  ['an operation', 'unpublishBook', 'service/'],
  [
    'a requirement',
    'final version window',
    'requirements/publish.html#publish-final-version-window',
  ],
  ['an error', 'withdraw a book 401', 'service/errors.html#'],
  ['a guide', 'share a sandbox', 'guides/share-a-sandbox.html'],
])('the search finds %s', async ([, words = '', result = ''], { tab }) => {
  // Scripts write the outline of the page, so they run once it is there.
  await tab.locator('.VPDocAsideOutline a').first().waitFor();
  await tab.keyboard.press('/');
  await tab.locator('#localsearch-input').fill(words);
  await tab.locator(`.VPLocalSearchBox a[href*="${result}"]`).first().click();
  await tab.waitForURL((url) => url.href.includes(result));
  await tab.locator('h1').first().waitFor();
});

test('it loads no font', async ({ tab }) => {
  await expect.poll(() => tab.locator('link[rel="preload"][as="font"]').count()).toBe(0);
});

test('it is readable without scripts', async ({ browser }) => {
  await expectReadableWithoutScripts(browser, page, 'h1');
});

test('each guide leads to the one before and the one after', async ({ tab }) => {
  await tab.goto(`${address}guides/read-a-report.html`);
  const titles = await tab.locator('.prev-next .title').allInnerTexts();
  expect(titles).toEqual(['Get started', 'Check a staging service in CI']);
});

/** Pages of all sections. The first of each pair has more kinds of text. */
const sections = [
  'guides/get-started',
  'packages/index',
  'service/errors',
  'project/decisions/index',
  'packages/reference/book-distribution-contract/testing',
  'requirements/list',
  'results/grade',
  'results/index',
];

test.for(takeSample(sections, 4))(
  'the page %s is accessible and fits a phone',
  async (path, { tab }) => {
    await tab.goto(`${address}${path}.html`, { waitUntil: 'networkidle' });
    await expect.poll(() => findViolations(tab), { interval: 1000 }).toEqual([]);
    await tab.setViewportSize(screens.phone);
    expect(await measureWidth(tab)).toBeLessThanOrEqual(screens.phone.width);
  },
);

test('a phone can read it and follow its menu from disk', async ({ browser }) => {
  // Browsers load no modules from disk, so only the text, the styles and the links are left.
  const file = pathToFileURL(`${folder}index.html`).href;
  const { tab } = await openPage(browser, file, { size: screens.phone });
  expect(await tab.locator('.VPNavBarSearch').isHidden()).toBe(true);
  for (const title of ['Requirements', 'Publish']) {
    await tab.locator('.VPSidebar').getByText(title, { exact: true }).click();
    await tab.getByRole('heading', { level: 1, name: title }).waitFor();
    expect(await findViolations(tab)).toEqual([]);
  }
  await tab.context().close();
});
