/** The checks of the contract's page, which `npm run docs` writes. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { requirement } from '../../src/contract/requirements.ts';
import { assertAccessible } from './accessible.ts';
import type { Look } from './look.ts';
import { readableWithoutScript } from './parts.ts';
import { countWork } from './weight.ts';

/** The page of the contract. */
export function docsLook(address: string): Look {
  return {
    name: 'docs',
    address,
    // The renderer is inside, so that the page is one file. On a site, it is a separate file next to the page.
    kilobytes: 900,
    ready: async (tab) => {
      await tab
        .getByRole('heading', { level: 1, name: 'Book distribution service' })
        .first()
        .waitFor();
    },
    promises: {
      'the first view is there before the renderer starts': showsFirstView,
      'the first click and the first key are not lost': keepsFirstUse,
      'an operation is found by keyboard': findsByKeyboard,
      'a search shows operations before requirements': ranksOperations,
      'requirements and errors have addresses of their own': opensDeepLinks,
      'the fields of a call come before its requirements': showsFields,
      'a sample is copied whole': copiesSamples,
      'the tabulator goes down the chapters': tabsInOrder,
      'each view has its own title, and no link leaves the file': namesViews,
      'it is readable without JavaScript': async (tab) => readableWithoutScript(tab, '.plain h2'),
      'every kind of view is accessible': staysAccessible,
    },
  };
}

/** Milliseconds on a phone, taken to have a quarter of this machine's speed. */
const mostBlocking = 300;

async function showsFirstView(tab: Page): Promise<void> {
  const spent = await countWork(tab, ['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration']);
  console.log(`      ${spent} ms on a phone before the first use`);
  assert(spent < mostBlocking, `${spent} ms`);
  assert(await tab.getByText('Servers').first().isVisible());
  await tab.locator(waiting).waitFor();
}

/** The page before its renderer started. */
const waiting = 'html[data-renderer="waiting"]';

async function keepsFirstUse(tab: Page): Promise<void> {
  await tab.locator(waiting).waitFor();
  await tab.getByTestId('search-trigger').first().click();
  await tab.getByRole('dialog').or(tab.locator('input[placeholder]')).first().waitFor();
  await tab.reload();
  await tab.locator(waiting).waitFor();
  await tab.locator('a[href="#/errors"]').first().click();
  await tab.locator('[data-section-id^="/errors"]').first().waitFor();
}

/** Goes to an address within the page, as a link from elsewhere would. */
async function visit(tab: Page, address: string): Promise<void> {
  await tab.evaluate((to) => {
    location.hash = to;
  }, address);
  await tab.locator(`[data-section-id="${address}"]`).first().waitFor();
  // Labels and headings are completed a moment later, and on a busy machine later still.
  await tab.evaluate(
    async (quiet) =>
      new Promise<void>((resolve) => {
        let timer = setTimeout(resolve, quiet);
        new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(resolve, quiet);
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
  const places = addresses.map((address) => /^#.(open|requirements-)/.test(address ?? ''));
  assert(places.includes(true) && !places.slice(places.indexOf(true)).includes(false));
}

/** Links above the first field of a call: what is open about it, and its security. */
const mostLinks = 4;

async function showsFields(tab: Page): Promise<void> {
  await visit(tab, '/books/createbook');
  const section = tab.locator('[data-section-id="/books/createbook"]');
  const field = await section.getByText('The kind of product.').first().boundingBox();
  const links = section.locator('a[href*="/requirements-"], a[href*="/open/"]');
  const above = await links.evaluateAll(countAbove, field?.y ?? 0);
  assert(above <= mostLinks, `${above} links above the first field`);
  await section.getByText(/^Requirements: \d+$/).click();
  assert(await section.locator('a[href$="/create.answers-201"]').first().isVisible());
}

/** Runs in the page: counts elements that are to be seen above a height. */
function countAbove(all: readonly Element[], height: number): number {
  return all.filter(
    (candidate) => candidate.checkVisibility() && candidate.getBoundingClientRect().y < height,
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
  assert.equal(await sample.evaluate(coveredLines), 0, 'the copy button covers the sample');
  await sample.hover();
  // The first ones copy addresses, in a menu that is closed.
  await sample.getByTestId('copy-button').last().click();
  const copied = await tab.evaluate(async () => navigator.clipboard.readText());
  assert.match(copied, /^curl --fail-with-body --request POST .*publish"/);
  assert.match(copied, /--data '\{\}'$/);
}

/** Runs in the page: counts the pieces of a sample that its copy button covers. */
function coveredLines(panel: Element): number {
  const button = [...panel.querySelectorAll('[data-testid="copy-button"]')].at(-1);
  const code = panel.querySelector('[data-testid="source-code"]');
  if (button === undefined || code === null) return Number.NaN;
  const own = button.getBoundingClientRect();
  const text = document.createRange();
  text.selectNodeContents(code);
  return [...text.getClientRects()].filter(
    ({ left, right, top, bottom }) =>
      left < own.right && right > own.left && top < own.bottom && bottom > own.top,
  ).length;
}

async function tabsInOrder(tab: Page): Promise<void> {
  const reached: string[] = [];
  for (let step = 0; step < 12; step += 1) {
    await tab.keyboard.press('Tab');
    reached.push(await tab.evaluate(() => document.activeElement?.textContent.trim() ?? ''));
  }
  const places = ['Three flows', 'Authentication', 'Uploading'].map((words) =>
    reached.findIndex((text) => text.startsWith(words)),
  );
  assert(!places.includes(-1), `reached ${reached.join(' | ')}`);
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
  );
}

async function staysAccessible(tab: Page): Promise<void> {
  for (const [at, address] of ['/errors', '/files', '/books/createbook'].entries()) {
    await visit(tab, address);
    // The renderer asks the system for its theme only while it loads.
    await tab.evaluate(
      async (wanted) => {
        document.documentElement.className = wanted;
        // Colours fade over; what is looked at in between has neither theme.
        await Promise.allSettled(document.getAnimations().map(async ({ finished }) => finished));
      },
      at % 2 === 0 ? 'light' : 'dark',
    );
    await assertAccessible(tab);
  }
}
