/** Tests the page of the contract, which `npm run docs` writes. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { testLayout, findViolations } from './layout.ts';
import { expectReadableWithoutScripts, createPageTest, type PageUnderTest } from './open-page.ts';
import { getPageAddress } from './write-pages.ts';

const page: PageUnderTest = {
  name: 'docs',
  getAddress: () => getPageAddress('docs'),
  // The page contains its renderer. On a site, the renderer is a separate file.
  maxKilobytes: 900,
  waitUntilReady: async (tab) =>
    tab.getByRole('heading', { level: 1, name: 'Book distribution service' }).first().waitFor(),
};
const test = createPageTest(page);

testLayout(page);

/** Goes to an address within the page, as a link from another page would. */
async function visit(tab: Page, address: string): Promise<void> {
  await tab.evaluate((to) => {
    location.hash = to;
  }, address);
  await tab.locator(`[data-section-id="${address}"]`).first().waitFor();
}

test('the first view needs no renderer, and the click that starts it is not lost', async ({
  tab,
}) => {
  const isWaiting = tab.locator('html[data-renderer="waiting"]');
  await isWaiting.waitFor();
  expect(await tab.getByText('Servers').first().isVisible()).toBe(true);
  await tab.getByTestId('search-trigger').first().click();
  await tab.getByRole('dialog').or(tab.locator('input[placeholder]')).first().waitFor();
  await tab.reload();
  await isWaiting.waitFor();
  await tab.locator('a[href="#/errors"]').first().click();
  await tab.locator('[data-section-id^="/errors"]').first().waitFor();
});

test('it has our font and colours', async ({ tab }) => {
  const [colour, font] = await tab.evaluate(() => {
    const { backgroundColor } = getComputedStyle(document.documentElement);
    return [backgroundColor, getComputedStyle(document.body).fontFamily];
  });
  expect(colour).toBe('rgb(246, 247, 249)');
  expect(font).toMatch(/^system-ui/);
});

test('a search shows operations before requirements, and the keyboard opens the first', async ({
  tab,
}) => {
  await tab.keyboard.press('Control+K');
  await tab.locator('input[placeholder]').first().fill('publish');
  const results = tab.locator('[data-component-name="Search/SearchItem"]');
  await results.first().waitFor();
  const addresses = await results.evaluateAll((all) =>
    all.map((entry) => entry.getAttribute('href') ?? ''),
  );
  const areRequirements = addresses.map((address) => /^#.(open|requirements-)/.test(address));
  expect(areRequirements).toContain(true);
  expect(areRequirements).toEqual(areRequirements.toSorted((a, b) => Number(a) - Number(b)));
  await tab.keyboard.press('ArrowDown');
  await tab.keyboard.press('Enter');
  await tab.waitForFunction(() => location.hash === '#/distribution/publishbook');
});

test('the fields of a call come before its requirements', async ({ tab }) => {
  await visit(tab, '/books/createbook');
  const section = tab.locator('[data-section-id="/books/createbook"]');
  const field = section.getByText('The kind of product.').first();
  await field.waitFor();
  const links = section.locator('a[href*="/requirements-"], a[href*="/open/"]');
  const above = await links.evaluateAll(countAbove, (await field.boundingBox())?.y ?? 0);
  // Links to its open questions and its security.
  expect(above).toBeLessThanOrEqual(4);
  const requirement = section.locator('a[href$="/create.answers-201"]').first();
  // The page may draw the section again, and close what was opened before.
  const open = async (): Promise<boolean> => {
    if (await requirement.isVisible()) return true;
    await section.getByText(/^Requirements: \d+$/).click();
    return false;
  };
  await expect.poll(open, { interval: 1000, timeout: 60_000 }).toBe(true);
  expect(await section.getByText('A successful create returns 201.').first().isVisible()).toBe(
    true,
  );
});

/** Runs in the page: counts visible elements above a height. */
function countAbove(all: readonly Element[], height: number): number {
  return all.filter(
    (element) => element.checkVisibility() && element.getBoundingClientRect().y < height,
  ).length;
}

test('an operation has its own title and a sample to copy, and no link leaves the file', async ({
  tab,
}) => {
  await visit(tab, '/distribution/publishbook');
  await tab.waitForFunction(() => document.title === 'Publish a book – Book distribution service');
  expect(await tab.locator('a[href^="/"]').count()).toBe(0);
  const section = tab.locator('[data-section-id="/distribution/publishbook"]');
  const sample = section.locator('.panel-request-samples');
  await sample.hover();
  // The first buttons copy addresses, in a menu that is closed.
  await sample.getByTestId('copy-button').last().click();
  await expect
    .poll(() => tab.evaluate(async () => navigator.clipboard.readText()))
    .toMatch(/^curl --fail-with-body --request POST .*publish"[^]*--data '\{\}'$/);
  expect(await sample.evaluate(countCoveredLines)).toBe(0);
});

/** Runs in the page: counts the lines of a sample that its copy button covers. */
function countCoveredLines(panel: Element): number {
  const button = [...panel.querySelectorAll('[data-testid="copy-button"]')].at(-1);
  const code = panel.querySelector('[data-testid="source-code"]');
  if (button === undefined || code === null) return Number.NaN;
  const box = button.getBoundingClientRect();
  const text = document.createRange();
  text.selectNodeContents(code);
  return [...text.getClientRects()].filter(
    ({ left, right, top, bottom }) =>
      left < box.right && right > box.left && top < box.bottom && bottom > box.top,
  ).length;
}

test('the Tab key goes through the chapters in order', async ({ tab }) => {
  const chapters = ['Three flows', 'Authentication', 'Uploading'];
  const reached: string[] = [];
  for (let step = 0; step < 12; step += 1) {
    await tab.keyboard.press('Tab');
    const text = await tab.evaluate(() => document.activeElement?.textContent.trim() ?? '');
    reached.push(...chapters.filter((chapter) => text.startsWith(chapter)));
  }
  expect([...new Set(reached)]).toEqual(chapters);
});

test('it is readable without scripts', async ({ browser }) => {
  await expectReadableWithoutScripts(browser, page, '.plain h2');
});

test.for([
  ['/errors/create-a-book', 'light'],
  ['/files', 'dark'],
  ['/books/createbook', 'light'],
  ['/requirements-publish/publish.final-version-window', 'dark'],
])('%s is an address, and its view is accessible in the %s theme', async (view, { tab }) => {
  const [address = '', theme = ''] = view;
  await visit(tab, address);
  // The renderer reads the system's theme only while it loads.
  await tab.evaluate((name) => {
    document.documentElement.className = name;
  }, theme);
  // Labels and headings appear a moment later, and colours fade from one theme to the other.
  await expect.poll(() => findViolations(tab), { interval: 1000 }).toEqual([]);
});
