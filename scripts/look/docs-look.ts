/** The checks of the contract's page, which `npm run docs` writes. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { assertAccessible } from './accessible.ts';
import type { Look } from './look.ts';
import { readableWithoutScript } from './parts.ts';

/** The page at a path. Nothing in it is excused: what the renderer gets wrong, our style mends. */
export function docsLook(file: string): Look {
  return {
    name: 'docs',
    file,
    ready: async (tab) => {
      await tab
        .getByRole('heading', { level: 1, name: 'Book distribution service' })
        .first()
        .waitFor();
    },
    promises: {
      'an operation is found by keyboard': findsByKeyboard,
      'a requirement has an address of its own': opensDeepLinks,
      'a sample is copied whole': copiesSamples,
      'the tabulator goes down the chapters': tabsInOrder,
      'each view has a title of its own, and no link leaves the file': namesViews,
      'it is readable without a script': async (tab) => readableWithoutScript(tab, '.plain h2'),
      'every kind of view is accessible in both themes': staysAccessible,
    },
  };
}

/** Goes to an address within the page, as a link from elsewhere would. */
async function visit(tab: Page, address: string): Promise<void> {
  await tab.evaluate((to) => {
    location.hash = to;
  }, address);
  await tab.locator(`[data-section-id="${address}"]`).first().waitFor();
}

async function findsByKeyboard(tab: Page): Promise<void> {
  await tab.keyboard.press('Control+K');
  await tab.keyboard.type('withdraw');
  await tab.waitForTimeout(500);
  await tab.keyboard.press('Enter');
  await tab.getByText('/books/{bookPublicId}/unpublish').first().waitFor();
}

async function opensDeepLinks(tab: Page): Promise<void> {
  await visit(tab, '/requirements-publish/publish.final-version-window');
  await tab
    .getByText('comes within 14 days, allows publishing only of a final version')
    .first()
    .waitFor();
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
  await sample.hover();
  // The first ones copy addresses, in a menu that is closed.
  await sample.getByTestId('copy-button').last().click();
  const copied = await tab.evaluate(async () => navigator.clipboard.readText());
  assert.match(copied, /^curl --fail-with-body --request POST .*publish"/);
  assert.match(copied, /--data '\{\}'$/);
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
    places.toSorted((one, other) => one - other),
  );
}

async function staysAccessible(tab: Page): Promise<void> {
  for (const theme of ['light', 'dark']) {
    // The renderer asks the system for its theme only while it loads.
    await tab.evaluate(async (wanted) => {
      document.documentElement.className = wanted;
      // Colours fade over; what is looked at in between has neither theme.
      await Promise.allSettled(document.getAnimations().map(async ({ finished }) => finished));
    }, theme);
    for (const address of ['/errors', '/files', '/books/createbook']) {
      await visit(tab, address);
      await assertAccessible(tab);
    }
  }
}
