/** Tests the page of a report with several drifts. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { PageUnderTest } from './check-page.ts';
import {
  goToAnchor,
  followNavigation,
  checkWithoutScript,
  countVisibleRows,
  readTally,
} from './shared-steps.ts';

/** @param address of the page of a run with five faults */
export function reportPage(address: string): PageUnderTest {
  return {
    name: 'report',
    address,
    ready: waitUntilDrawn,
    tests: {
      'the verdict, its bar and the first drift are on the first screen': fitsFirstScreen,
      'every link of the navigation scrolls to its section': followNavigation,
      'the head says of each number what it counts': labelsNumbers,
      'the Tab key reaches skip link, bar, navigation, filters and drifts in this order':
        tabsInOrder,
      'j and k move between the drifts, and a slash goes to the search': movesByKeys,
      'no two drifts in the list look alike': showsDistinctRows,
      'a shrunk value is described in words': describesSmallestValue,
      'the address keeps the filters of drifts': keepsFilters,
      'a call of a case links to its exchange, and back': followsTimeline,
      'the list is next to the details on a wide screen only': arrangesColumns,
      'it composes an issue with steps': composesIssue,
      'it composes the entry that accepts a drift, with reason and date': composesAcceptance,
      'search and filter reduce the requirements, and show how many are left': filtersRequirements,
      'a link to a hidden requirement shows it': followsDeepLink,
      'a copy button copies its command': copiesCommand,
      'a link to evidence opens the exchange': opensEvidence,
      'exchanges can be filtered by operation and status': filtersExchanges,
      'a phone shows the statuses of every operation': showsStatusesOnPhone,
      'the theme can be chosen': switchesTheme,
      'it prints every drift': printsEveryDrift,
      'it is readable without scripts': async (tab) => checkWithoutScript(tab, '.drift > summary'),
    },
  };
}

async function waitUntilDrawn(tab: Page): Promise<void> {
  await tab.getByRole('heading', { level: 1, name: 'Drift' }).waitFor();
}

async function labelsNumbers(tab: Page): Promise<void> {
  const lead = await tab.locator('.lead').innerText();
  assert.match(lead, /\d+ causes?, \d+ requirements?, (\d+ open questions?, )?\d+ drifts?/);
  const legend = await tab.locator('.stack figcaption').innerText();
  assert.match(legend, /^\d+ requirements/);
}

/** A phone shows the verdict and the bar; a tablet and a notebook also the first drift. */
async function fitsFirstScreen(tab: Page): Promise<void> {
  for (const [width, height, parts] of [
    [390, 844, ['h1', '.stack']],
    [768, 1024, ['h1', '.stack', '.drift']],
    [1440, 900, ['h1', '.stack', '.side.expected']],
  ] as const) {
    await tab.setViewportSize({ width, height });
    for (const part of parts) {
      const box = await tab.locator(part).first().boundingBox();
      const top = box?.y ?? Number.POSITIVE_INFINITY;
      assert(top < height - 20, `${part} starts ${top} px down a screen of ${width} by ${height}`);
    }
  }
}

async function tabsInOrder(tab: Page): Promise<void> {
  const stops: string[] = [];
  for (let at = 0; at < 40; at += 1) {
    await tab.keyboard.press('Tab');
    stops.push(
      await tab.evaluate(() => {
        const focused = document.activeElement;
        const section = focused?.closest('.stack, .parts, .filters, .triage-list, .triage-detail');
        return focused?.className === 'skip' ? 'skip' : (section?.classList[0] ?? 'none');
      }),
    );
  }
  const order = stops.filter((stop, at) => stop !== 'none' && stop !== stops[at - 1]);
  assert.deepEqual(order.slice(0, 5), ['skip', 'stack', 'parts', 'filters', 'triage-list']);
}

async function movesByKeys(tab: Page): Promise<void> {
  const getCurrent = async (): Promise<string | null> =>
    tab.locator('.drift.current').getAttribute('data-drift');
  const first = await getCurrent();
  await tab.keyboard.press('j');
  const second = await getCurrent();
  assert.notEqual(first, second);
  assert.equal(new URL(tab.url()).hash, `#drift-${second}`);
  await tab.keyboard.press('k');
  assert.equal(await getCurrent(), first);
  await tab.keyboard.press('/');
  assert.equal(await tab.evaluate(() => document.activeElement?.getAttribute('name')), 'q');
}

async function showsDistinctRows(tab: Page): Promise<void> {
  const texts = await tab.locator('.triage-list li').allInnerTexts();
  assert(texts.length > 3);
  assert.equal(new Set(texts).size, texts.length, texts.join(' | '));
}

/** Searching first draws the cards that the page keeps as text. */
async function describesSmallestValue(tab: Page): Promise<void> {
  await tab.locator('#drift-filters input').fill('smallest value that shows it');
  const line = tab.locator('.drift.current .smallest');
  assert.match(await line.innerText(), /^Smallest value that shows it: an update that /);
}

async function keepsFilters(tab: Page): Promise<void> {
  const start = tab.url();
  const shown = tab.locator('.drift:not([hidden])');
  for (const name of ['operation', 'section', 'cause']) {
    await tab.goto(start);
    const field = tab.locator(`#drift-filters select[name=${name}]`);
    const value = (await field.locator('option').nth(1).getAttribute('value')) ?? '';
    await field.selectOption(value);
    const left = await shown.count();
    assert.equal(new URL(tab.url()).searchParams.get(name), value);
    await tab.reload();
    assert.equal(await shown.count(), left);
    assert((await tab.locator('.drift[hidden]').count()) > 0);
  }
}

async function followsTimeline(tab: Page): Promise<void> {
  const card = tab.locator('.drift.current');
  const drift = await card.getAttribute('data-drift');
  await card.locator('.timeline .fails a').click();
  const item = tab.locator('#exchanges li:has(details[open])').first();
  await item.locator('pre').first().waitFor();
  const number = await item.locator('.when').first().textContent();
  assert.equal(await item.getAttribute('id'), `exchange-${number}`);
  await item.locator(`a[href="#drift-${drift}"]`).click();
  await tab.locator(`#drift-${drift}`).waitFor();
  assert(await card.isVisible());
}

async function arrangesColumns(tab: Page): Promise<void> {
  const list = await tab.locator('.triage-list').boundingBox();
  const detail = await tab.locator('.triage-detail').boundingBox();
  assert(list !== null && detail !== null && list.x + list.width <= detail.x);
  assert(Math.abs(list.y - detail.y) < 20, `${list.y} and ${detail.y}`);
  await tab.setViewportSize({ width: 768, height: 1024 });
  assert.equal(await tab.locator('.triage-list').isVisible(), false);
}

async function composesIssue(tab: Page): Promise<void> {
  const card = tab.locator('.drift.current');
  await card.getByText('Report…').click();
  const issue = (await card.locator('.compose .command code').last().textContent()) ?? '';
  assert.match(
    issue,
    /^# .*- Expected: .*- Got: .*## Steps\n\n1\. `[A-Z]+ .*To run this case again/s,
  );
}

async function composesAcceptance(tab: Page): Promise<void> {
  const card = tab.locator('.drift.current');
  await card.getByText('Accept until…').click();
  await card.locator('input[name=reason]').fill('Ticket "12": later');
  await card.locator('input[name=until]').fill('2030-01-31');
  const text = (await card.locator('.compose .command code').first().textContent()) ?? '';
  assert.match(text, /reason: "Ticket \\"12\\": later"/);
  assert.match(text, /until: 2030-01-31/);
}

async function filtersRequirements(tab: Page): Promise<void> {
  const section = tab.locator('#requirements');
  await section.getByRole('searchbox').fill('unknown');
  const found = await countVisibleRows(section);
  assert(found > 3 && found < 40, `${found} rows for a search`);
  await section.getByRole('button', { name: 'drifts' }).click();
  const left = await countVisibleRows(section);
  assert(left > 0 && left < found, `${left} of ${found} rows drift`);
  assert.match(await readTally(section), new RegExp(`^${left} of `));
}

async function followsDeepLink(tab: Page): Promise<void> {
  const section = tab.locator('#requirements');
  await section.getByRole('searchbox').fill('no requirement says this');
  assert.equal(await countVisibleRows(section), 0);
  await goToAnchor(tab, 'publish.answers-204');
}

async function copiesCommand(tab: Page): Promise<void> {
  const command = tab.locator('.drift.current .commands .command').first();
  await command.getByRole('button').click();
  await command.getByText('Copied').waitFor();
  const copied = await tab.evaluate(async () => navigator.clipboard.readText());
  assert.equal(copied, await command.locator('code').textContent());
}

async function opensEvidence(tab: Page): Promise<void> {
  await tab.locator('#silences').getByRole('button', { name: 'observed' }).click();
  await tab.locator('#silences .answers a').first().click();
  await tab.locator('#exchanges li details[open] pre').first().waitFor();
}

async function filtersExchanges(tab: Page): Promise<void> {
  await tab.locator('#exchanges').scrollIntoViewIfNeeded();
  await tab.locator('#exchange-filters [name=operation]').selectOption('lookUpBook');
  await tab.locator('#exchange-filters [name=status]').selectOption('404');
  const [shown = '', all = ''] = (await readTally(tab.locator('#exchanges'))).split(' of ');
  assert(Number(shown) > 0 && Number(shown) < Number.parseInt(all, 10), `${shown} of ${all}`);
}

async function showsStatusesOnPhone(tab: Page): Promise<void> {
  await tab.setViewportSize({ width: 390, height: 844 });
  const rows = await tab.locator('#operations tbody tr').all();
  assert(rows.length > 5);
  for (const row of rows) {
    const box = await row.locator('.status-chip').first().boundingBox();
    assert(box !== null && box.x >= 0 && box.x + box.width <= 390);
  }
}

async function switchesTheme(tab: Page): Promise<void> {
  const readBackground = async (): Promise<string> =>
    tab.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const before = await readBackground();
  const button = tab.getByRole('button', { name: 'Theme' });
  await button.click();
  await button.click();
  assert.notEqual(await readBackground(), before);
}

async function printsEveryDrift(tab: Page): Promise<void> {
  await tab.emulateMedia({ media: 'print' });
  await tab.evaluate(() => dispatchEvent(new Event('beforeprint')));
  for (const card of await tab.locator('.drift .card').all()) assert(await card.isVisible());
  assert.equal(await tab.locator('.parts').isVisible(), false);
  for (const area of await tab.locator('.area table').all()) assert(await area.isVisible());
}
