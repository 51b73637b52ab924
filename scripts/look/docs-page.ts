/** Tests the page of the contract, which `npm run docs` writes. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { requirement } from '../../src/contract/requirements.ts';
import { assertAccessible } from './readable.ts';
import type { PageUnderTest } from './check-page.ts';
import { checkWithoutScript } from './shared-steps.ts';
import { measureWork } from './weight.ts';

export function docsPage(address: string): PageUnderTest {
  return {
    name: 'docs',
    address,
    // The page contains its renderer. On a site, the renderer is a separate file.
    maxKilobytes: 900,
    ready: async (tab) => {
      await tab
        .getByRole('heading', { level: 1, name: 'Book distribution service' })
        .first()
        .waitFor();
    },
    tests: {
      'the first view is visible before the renderer starts': showsFirstView,
      'the first click starts the renderer and is not lost': keepsFirstUse,
      'the keyboard alone finds an operation': findsByKeyboard,
      'a search shows operations before requirements': ranksOperations,
      'requirements and errors have their own addresses': opensDeepLinks,
      'the fields of a call come before its requirements': showsFields,
      'the copy button copies the whole sample': copiesSamples,
      'the Tab key goes through the chapters in order': tabsInOrder,
      'each view has its own title, and no link leaves the file': namesViews,
      'it is readable without scripts': async (tab) => checkWithoutScript(tab, '.plain h2'),
      'every kind of view is accessible': staysAccessible,
    },
  };
}

/** On a phone, which we assume to be a quarter as fast as this machine. */
const maxBlockingMs = 300;

/** Matches the page before its renderer starts. */
const waiting = 'html[data-renderer="waiting"]';

async function showsFirstView(tab: Page): Promise<void> {
  const milliseconds = await measureWork(tab, [
    'ScriptDuration',
    'LayoutDuration',
    'RecalcStyleDuration',
  ]);
  console.log(`      ${milliseconds} ms on a phone before the first use`);
  assert(milliseconds < maxBlockingMs, `${milliseconds} ms`);
  assert(await tab.getByText('Servers').first().isVisible());
  await tab.locator(waiting).waitFor();
}

async function keepsFirstUse(tab: Page): Promise<void> {
  await tab.locator(waiting).waitFor();
  await tab.getByTestId('search-trigger').first().click();
  await tab.getByRole('dialog').or(tab.locator('input[placeholder]')).first().waitFor();
  await tab.reload();
  await tab.locator(waiting).waitFor();
  await tab.locator('a[href="#/errors"]').first().click();
  await tab.locator('[data-section-id^="/errors"]').first().waitFor();
}

/** Goes to an address within the page, as a link from another page would. */
async function visit(tab: Page, address: string): Promise<void> {
  await tab.evaluate((to) => {
    location.hash = to;
  }, address);
  await tab.locator(`[data-section-id="${address}"]`).first().waitFor();
  // Labels and headings appear a moment later, so this waits until the page stops changing.
  await tab.evaluate(
    async (quietMs) =>
      new Promise<void>((resolve) => {
        let timer = setTimeout(resolve, quietMs);
        new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(resolve, quietMs);
        }).observe(document.body, { subtree: true, childList: true, attributes: true });
      }),
    500,
  );
}

async function findsByKeyboard(tab: Page): Promise<void> {
  await tab.keyboard.press('Control+K');
  await tab.locator('input[placeholder]').first().fill('withdraw');
  await tab.getByText('/books/{bookPublicId}/unpublish').first().waitFor();
  await tab.keyboard.press('ArrowDown');
  await tab.keyboard.press('Enter');
  await tab.waitForFunction(() => location.hash.endsWith('/unpublishbook'));
}

async function ranksOperations(tab: Page): Promise<void> {
  await tab.keyboard.press('Control+K');
  await tab.locator('input[placeholder]').first().fill('publish');
  const results = tab.locator('[data-component-name="Search/SearchItem"]');
  await results.first().waitFor();
  const addresses = await results.evaluateAll((all) =>
    all.map((entry) => entry.getAttribute('href')),
  );
  assert.equal(addresses[0], '#/distribution/publishbook');
  const areRequirements = addresses.map((address) => /^#.(open|requirements-)/.test(address ?? ''));
  const first = areRequirements.indexOf(true);
  assert(first !== -1 && !areRequirements.slice(first).includes(false));
}

/** Above the first field of a call: links to its open questions and its security. */
const maxLinks = 4;

async function showsFields(tab: Page): Promise<void> {
  await visit(tab, '/books/createbook');
  const section = tab.locator('[data-section-id="/books/createbook"]');
  const field = await section.getByText('The kind of product.').first().boundingBox();
  const links = section.locator('a[href*="/requirements-"], a[href*="/open/"]');
  const above = await links.evaluateAll(countAbove, field?.y ?? 0);
  assert(above <= maxLinks, `${above} links above the first field`);
  await section.getByText(/^Requirements: \d+$/).click();
  assert(await section.locator('a[href$="/create.answers-201"]').first().isVisible());
}

/** Runs in the page: counts visible elements above a height. */
function countAbove(all: readonly Element[], height: number): number {
  return all.filter(
    (element) => element.checkVisibility() && element.getBoundingClientRect().y < height,
  ).length;
}

async function opensDeepLinks(tab: Page): Promise<void> {
  const id = 'publish.final-version-window';
  const [start = ''] = requirement(id).says.split(/[`;,.]/);
  await visit(tab, `/requirements-publish/${id}`);
  await tab.locator(`[data-section-id$="/${id}"]`).getByText(start).first().waitFor();
  await visit(tab, '/errors/create-a-book');
  await tab.locator('[data-section-id="/errors/create-a-book"] table').waitFor();
}

async function namesViews(tab: Page): Promise<void> {
  await visit(tab, '/distribution/publishbook');
  await tab.waitForFunction(() => document.title === 'Publish a book – Book distribution service');
  assert.equal(await tab.locator('a[href^="/"]').count(), 0);
}

async function copiesSamples(tab: Page): Promise<void> {
  await visit(tab, '/distribution/publishbook');
  const sample = tab.locator(
    '[data-section-id="/distribution/publishbook"] .panel-request-samples',
  );
  assert.equal(
    await sample.evaluate(countCoveredLines),
    0,
    'the copy button covers lines of the sample',
  );
  await sample.hover();
  // The first buttons copy addresses, in a menu that is closed.
  await sample.getByTestId('copy-button').last().click();
  const copied = await tab.evaluate(async () => navigator.clipboard.readText());
  assert.match(copied, /^curl --fail-with-body --request POST .*publish"/);
  assert.match(copied, /--data '\{\}'$/);
}

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

async function tabsInOrder(tab: Page): Promise<void> {
  const reached: string[] = [];
  for (let step = 0; step < 12; step += 1) {
    await tab.keyboard.press('Tab');
    reached.push(await tab.evaluate(() => document.activeElement?.textContent.trim() ?? ''));
  }
  const positions = ['Three flows', 'Authentication', 'Uploading'].map((words) =>
    reached.findIndex((text) => text.startsWith(words)),
  );
  assert(!positions.includes(-1), `reached ${reached.join(' | ')}`);
  assert.deepEqual(
    positions,
    positions.toSorted((a, b) => a - b),
  );
}

async function staysAccessible(tab: Page): Promise<void> {
  for (const [at, address] of ['/errors', '/files', '/books/createbook'].entries()) {
    await visit(tab, address);
    // The renderer reads the system's theme only while it loads.
    await tab.evaluate(
      async (theme) => {
        document.documentElement.className = theme;
        // Colours fade from one theme to the other.
        await Promise.allSettled(document.getAnimations().map(async ({ finished }) => finished));
      },
      at % 2 === 0 ? 'light' : 'dark',
    );
    await assertAccessible(tab);
  }
}
