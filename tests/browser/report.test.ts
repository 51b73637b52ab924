/** Tests the page of a report with several drifts. */
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { renderReportPage } from '../../src/report/page/index.ts';
import { testLayout } from './layout.ts';
import {
  screens,
  createPageTest,
  type PageUnderTest,
  expectReadableWithoutScripts,
  followNavigation,
  goToAnchor,
  openPage,
} from './open-page.ts';
import { getPageAddress, readSampleReport, writePage } from './write-pages.ts';

const page: PageUnderTest = {
  name: 'report',
  getAddress: () => getPageAddress('report'),
  waitUntilReady: async (tab) => tab.getByRole('heading', { level: 1, name: 'Drift' }).waitFor(),
};
const test = createPageTest(page);

testLayout(page);

test.for([
  ['phone', ['h1', '.stack']],
  // The head says what is wrong, which call shows it, and what was sent.
  ['tablet', ['h1', '.causes li:nth-last-child(1 of :has(code)) code', '.stack']],
  ['notebook', ['h1', '.causes li:nth-last-child(1 of :has(code)) code', '.stack', '.drift']],
] as const)('the first screen of a %s shows %s', async ([screen, parts], { tab }) => {
  await tab.setViewportSize(screens[screen]);
  for (const part of parts) {
    const box = await tab.locator(part).first().boundingBox();
    expect(box?.y, part).toBeLessThan(screens[screen].height - 20);
  }
});

test('every link of the navigation scrolls to its section', async ({ tab }) => {
  await followNavigation(tab);
});

test('the head says what its numbers count, and the red cells are as many as they say', async ({
  tab,
}) => {
  expect(await tab.locator('.lead').innerText()).toMatch(
    /^Our own sandbox: \d+ causes? breaks? \d+ requirements?( and \d+ open questions?)?[.,]/,
  );
  const legend = await tab.locator('.stack figcaption').innerText();
  const counts = [/^(\d+) requirements/, /(\d+) drift/].map((part) =>
    Number(part.exec(legend)?.[1]),
  );
  const cells = tab.locator('.cells > *');
  expect([await cells.count(), await cells.and(tab.locator('.drifts')).count()]).toEqual(counts);
});

test('the Tab key reaches skip link, grid, navigation, filters and drifts in this order', async ({
  tab,
}) => {
  const stops: string[] = [];
  for (let at = 0; at < 40; at += 1) {
    await tab.keyboard.press('Tab');
    const stop = await tab.evaluate(() => {
      const focused = document.activeElement;
      const section = focused?.closest('.stack, .parts, .filters, .triage-list, .triage-detail');
      return focused?.className === 'skip' ? 'skip' : section?.classList[0];
    });
    if (stop !== undefined && stop !== stops.at(-1)) stops.push(stop);
  }
  expect(stops.slice(0, 5)).toEqual(['skip', 'stack', 'parts', 'filters', 'triage-list']);
});

test('j and k move between the drifts, and a slash goes to the search', async ({ tab }) => {
  const getCurrent = async () => tab.locator('.drift.current').getAttribute('data-drift');
  const first = await getCurrent();
  await tab.keyboard.press('j');
  const second = await getCurrent();
  expect(second).not.toBe(first);
  expect(new URL(tab.url()).hash).toBe(`#drift-${second}`);
  await tab.keyboard.press('k');
  expect(await getCurrent()).toBe(first);
  await tab.keyboard.press('/');
  expect(await tab.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('q');
});

test('no two drifts in the list look alike', async ({ tab }) => {
  const texts = await tab.locator('.triage-list li').allInnerTexts();
  expect(texts.length).toBeGreaterThan(3);
  expect(new Set(texts).size).toBe(texts.length);
});

test('a search finds the smallest value of a drift that is not drawn yet', async ({ tab }) => {
  await tab.locator('#drift-filters input').fill('smallest value that shows it');
  const row = tab
    .locator('.triage-list li:not([hidden])')
    .filter({ hasText: 'chapters.read-back' });
  await row.click();
  expect(await tab.locator('.drift.current .smallest').innerText()).toMatch(
    /^Smallest value that shows it: an update that /,
  );
});

test.for(['operation', 'section', 'cause'])(
  'the address keeps the filter of drifts by %s',
  async (name, { tab }) => {
    const shown = tab.locator('.drift:not([hidden])');
    const field = tab.locator(`#drift-filters select[name=${name}]`);
    const all = await shown.count();
    const value = (await field.locator('option').nth(1).getAttribute('value')) ?? '';
    await field.selectOption(value);
    expect(new URL(tab.url()).searchParams.get(name)).toBe(value);
    const left = await shown.count();
    expect(left).toBeLessThan(all);
    await tab.reload();
    expect(await shown.count()).toBe(left);
  },
);

test('a call of a case links to its exchange, and back', async ({ tab }) => {
  const card = tab.locator('.drift.current');
  const drift = await card.getAttribute('data-drift');
  await card.locator('.timeline .fails a').click();
  const item = tab.locator('#exchanges li:has(details[open])').first();
  await item.locator('pre').first().waitFor();
  const number = await item.locator('.when').first().textContent();
  expect(await item.getAttribute('id')).toBe(`exchange-${number}`);
  await item.locator(`a[href="#drift-${drift}"]`).click();
  await tab.locator(`#drift-${drift}`).waitFor();
});

test('it composes an issue with steps, and the entry that accepts a drift', async ({ tab }) => {
  const card = tab.locator('.drift.current');
  const composed = card.locator('.compose .command code');
  await card.getByText('Report…').click();
  expect(await composed.last().textContent()).toMatch(
    /^# .*\nexpected .*\nactual .*## Steps\n\n1\. `[A-Z]+ .*```http\n/s,
  );
  await card.getByText('Accept until…').click();
  expect(await composed.first().textContent()).toContain("reason: 'WHY, and the ticket'");
});

test('search and filter reduce the requirements and count them, and a link shows a hidden one', async ({
  tab,
}) => {
  const section = tab.locator('#requirements');
  const rows = section.locator('[data-kinds]:not([hidden])');
  await section.getByRole('searchbox').fill('unknown');
  const found = await rows.count();
  expect(found).toBeLessThan(40);
  await section.getByRole('button', { name: 'drifts' }).click();
  const left = await rows.count();
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(found);
  expect(await readTally(section)).toMatch(new RegExp(`^${left} of `));
  await section.getByRole('searchbox').fill('no requirement says this');
  expect(await rows.count()).toBe(0);
  await goToAnchor(tab, 'publish.answers-204');
});

test('a copy button copies its command', async ({ tab }) => {
  const command = tab.locator('.drift.current .commands .command').first();
  await command.getByRole('button').click();
  const copied = () => tab.evaluate(async () => navigator.clipboard.readText());
  await expect.poll(copied).toBe(await command.locator('code').textContent());
});

test('a link to evidence opens the exchange, and exchanges can be filtered', async ({ tab }) => {
  await tab.locator('#silences').getByRole('button', { name: 'observed' }).click();
  await tab.locator('#silences .answers a').first().click();
  await tab.locator('#exchanges li details[open] pre').first().waitFor();
  await tab.locator('#exchange-filters [name=operation]').selectOption('lookUpBook');
  await tab.locator('#exchange-filters [name=status]').selectOption('404');
  const [shown, all] = (await readTally(tab.locator('#exchanges')))
    .split(' of ')
    .map(Number.parseFloat);
  expect(shown).toBeGreaterThan(0);
  expect(shown).toBeLessThan(all ?? 0);
});

/** Returns the text with which a section says how many rows it shows. */
async function readTally(section: Locator): Promise<string> {
  return (await section.locator('.tally').textContent()) ?? '';
}

test('a phone shows the statuses of every operation', async ({ tab }) => {
  await tab.setViewportSize(screens.phone);
  const rows = await tab.locator('#operations tbody tr').all();
  expect(rows.length).toBeGreaterThan(5);
  for (const row of rows) {
    const { x = -1, width = 0 } = (await row.locator('.status-chip').first().boundingBox()) ?? {};
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(screens.phone.width);
  }
});

test('the theme can be chosen', async ({ tab }) => {
  const body = tab.locator('body');
  const readBackground = () => body.evaluate((all) => getComputedStyle(all).backgroundColor);
  const before = await readBackground();
  const button = tab.getByRole('button', { name: 'Theme' });
  await button.click();
  await button.click();
  await expect.poll(readBackground).not.toBe(before);
});

test('it prints every drift, and not the tables of what did not drift', async ({ tab }) => {
  await tab.emulateMedia({ media: 'print' });
  await tab.evaluate(() => dispatchEvent(new Event('beforeprint')));
  const cards = await tab.locator('.drift .card').all();
  expect(cards.length).toBeGreaterThan(3);
  for (const card of cards) expect(await card.isVisible()).toBe(true);
  for (const part of ['.parts', '#requirements', '#exchanges'])
    expect(await tab.locator(part).isVisible()).toBe(false);
});

test('three drifts print on at most five pages', async ({ browser }) => {
  const report = await readSampleReport();
  const findings = report.findings.slice(0, 3);
  const address = writePage('three-drifts', renderReportPage({ ...report, findings }));
  const { tab, close } = await openPage(browser, address);
  const pdf = (await tab.pdf({ format: 'A4' })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBeLessThanOrEqual(5);
  await close();
});

test('a search looks at titles and statements before bodies', async ({ tab }) => {
  const shown = tab.locator('.drift:not([hidden])');
  const all = await shown.count();
  // The body of every book has chapters.
  await tab.locator('#drift-filters input').fill('chapters');
  expect(await shown.count()).toBeGreaterThan(0);
  expect(await shown.count()).toBeLessThan(all);
});

test('it is readable without scripts', async ({ browser }) => {
  await expectReadableWithoutScripts(browser, page, '.drift > summary');
});
