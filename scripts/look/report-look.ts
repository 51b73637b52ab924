/** The checks of a report's page. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Look } from './look.ts';
import {
  goToAnchor,
  followsNavigation,
  readableWithoutScript,
  countVisibleRows,
  readTally,
} from './parts.ts';

/** The page of a run with five faults. */
export function reportLook(address: string): Look {
  return {
    name: 'report',
    address,
    ready: drawn,
    promises: {
      'the verdict, its bar and the first drift are on the first screen': firstScreen,
      'every link of the navigation lands at its part': followsNavigation,
      'the head counts causes, requirements and drifts by name': countsByName,
      'the keyboard reaches skip link, bar, parts and drifts in this order': tabOrder,
      'j and k move among the drifts, and a slash searches': keys,
      'no two drifts in the list look alike': distinctRows,
      'a shrunk value is described in words': tellsSmallest,
      'filters of drifts are kept in the address': keepsFilters,
      'a call of a case leads to its exchange, and back': timeline,
      'the list is next to the details on a wide screen only': sideBySide,
      'an issue is composed with its steps': composesIssue,
      'the entry to accept a drift takes reason and date': accept,
      'a search and a filter leave what fits, and say how much': filters,
      'a link to a requirement that is filtered away shows it': deepLink,
      'a copy button copies its command': copies,
      'evidence leads to its exchange, opened': evidence,
      'exchanges are found by operation and status': exchanges,
      'a phone shows the statuses of every operation': statusesOnPhone,
      'the theme can be chosen': theme,
      'it prints every drift': prints,
      'it is readable without a script': async (tab) =>
        readableWithoutScript(tab, '.drift > summary'),
    },
  };
}

async function drawn(tab: Page): Promise<void> {
  await tab.getByRole('heading', { level: 1, name: 'Drift' }).waitFor();
}

/** A bare number may be taken for another one: requirements and drifts differ. */
async function countsByName(tab: Page): Promise<void> {
  const lead = await tab.locator('.lead').innerText();
  assert.match(lead, /\d+ causes?, \d+ requirements?, (\d+ open questions?, )?\d+ drifts?/);
  const legend = await tab.locator('.stack figcaption').innerText();
  assert.match(legend, /^\d+ requirements/);
}

/** A tablet and a notebook; a phone shows the verdict and the bar. */
async function firstScreen(tab: Page): Promise<void> {
  for (const [width, height, parts] of [
    [390, 844, ['h1', '.stack']],
    [768, 1024, ['h1', '.stack', '.drift']],
    [1440, 900, ['h1', '.stack', '.side.expected']],
  ] as const) {
    await tab.setViewportSize({ width, height });
    for (const part of parts) {
      const box = await tab.locator(part).first().boundingBox();
      const start = box?.y ?? Number.POSITIVE_INFINITY;
      assert(
        start < height - 20,
        `${part} starts ${start} px down a screen of ${width} by ${height}`,
      );
    }
  }
}

async function tabOrder(tab: Page): Promise<void> {
  const stops: string[] = [];
  for (let at = 0; at < 40; at += 1) {
    await tab.keyboard.press('Tab');
    stops.push(
      await tab.evaluate(() => {
        const here = document.activeElement;
        const place = here?.closest('.stack, .parts, .filters, .triage-list, .triage-detail');
        return here?.className === 'skip' ? 'skip' : (place?.classList[0] ?? 'lost');
      }),
    );
  }
  const order = stops.filter((stop, at) => stop !== 'lost' && stop !== stops[at - 1]);
  assert.deepEqual(order.slice(0, 5), ['skip', 'stack', 'parts', 'filters', 'triage-list']);
}

async function keys(tab: Page): Promise<void> {
  const current = async (): Promise<string | null> =>
    tab.locator('.drift.current').getAttribute('data-drift');
  const first = await current();
  await tab.keyboard.press('j');
  const second = await current();
  assert.notEqual(first, second);
  assert.equal(new URL(tab.url()).hash, `#drift-${second}`);
  await tab.keyboard.press('k');
  assert.equal(await current(), first);
  await tab.keyboard.press('/');
  assert.equal(await tab.evaluate(() => document.activeElement?.getAttribute('name')), 'q');
}

async function distinctRows(tab: Page): Promise<void> {
  const texts = await tab.locator('.triage-list li').allInnerTexts();
  assert(texts.length > 3);
  assert.equal(new Set(texts).size, texts.length, texts.join(' | '));
}

/** The search also draws the cards that are kept as text. */
async function tellsSmallest(tab: Page): Promise<void> {
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

async function timeline(tab: Page): Promise<void> {
  const card = tab.locator('.drift.current');
  const mark = await card.getAttribute('data-drift');
  await card.locator('.timeline .fails a').click();
  const item = tab.locator('#exchanges li:has(details[open])').first();
  await item.locator('pre').first().waitFor();
  const number = await item.locator('.when').first().textContent();
  assert.equal(await item.getAttribute('id'), `exchange-${number}`);
  await item.locator(`a[href="#drift-${mark}"]`).click();
  await tab.locator(`#drift-${mark}`).waitFor();
  assert(await card.isVisible());
}

async function sideBySide(tab: Page): Promise<void> {
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

async function accept(tab: Page): Promise<void> {
  const card = tab.locator('.drift.current');
  await card.getByText('Accept until…').click();
  await card.locator('input[name=reason]').fill('Ticket "12": later');
  await card.locator('input[name=until]').fill('2030-01-31');
  const text = (await card.locator('.compose .command code').first().textContent()) ?? '';
  assert.match(text, /reason: "Ticket \\"12\\": later"/);
  assert.match(text, /until: 2030-01-31/);
}

async function filters(tab: Page): Promise<void> {
  const part = tab.locator('#requirements');
  await part.getByRole('searchbox').fill('unknown');
  const found = await countVisibleRows(part);
  assert(found > 3 && found < 40, `${found} rows for a search`);
  await part.getByRole('button', { name: 'drifts' }).click();
  const left = await countVisibleRows(part);
  assert(left > 0 && left < found, `${left} of ${found} rows drift`);
  assert.match(await readTally(part), new RegExp(`^${left} of `));
}

async function deepLink(tab: Page): Promise<void> {
  const part = tab.locator('#requirements');
  await part.getByRole('searchbox').fill('no requirement says this');
  assert.equal(await countVisibleRows(part), 0);
  await goToAnchor(tab, 'publish.answers-204');
}

async function copies(tab: Page): Promise<void> {
  const command = tab.locator('.drift.current .commands .command').first();
  await command.getByRole('button').click();
  await command.getByText('Copied').waitFor();
  const copied = await tab.evaluate(async () => navigator.clipboard.readText());
  assert.equal(copied, await command.locator('code').textContent());
}

async function evidence(tab: Page): Promise<void> {
  await tab.locator('#silences').getByRole('button', { name: 'observed' }).click();
  await tab.locator('#silences .answers a').first().click();
  await tab.locator('#exchanges li details[open] pre').first().waitFor();
}

async function exchanges(tab: Page): Promise<void> {
  await tab.locator('#exchanges').scrollIntoViewIfNeeded();
  await tab.locator('#exchange-filters [name=operation]').selectOption('lookUpBook');
  await tab.locator('#exchange-filters [name=status]').selectOption('404');
  const [shown = '', all = ''] = (await readTally(tab.locator('#exchanges'))).split(' of ');
  assert(Number(shown) > 0 && Number(shown) < Number.parseInt(all, 10), `${shown} of ${all}`);
}

async function statusesOnPhone(tab: Page): Promise<void> {
  await tab.setViewportSize({ width: 390, height: 844 });
  const rows = await tab.locator('#operations tbody tr').all();
  assert(rows.length > 5);
  for (const row of rows) {
    const box = await row.locator('.status-chip').first().boundingBox();
    assert(box !== null && box.x >= 0 && box.x + box.width <= 390);
  }
}

async function theme(tab: Page): Promise<void> {
  const ground = async (): Promise<string> =>
    tab.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const before = await ground();
  const button = tab.getByRole('button', { name: 'Theme' });
  await button.click();
  await button.click();
  assert.notEqual(await ground(), before);
}

async function prints(tab: Page): Promise<void> {
  await tab.emulateMedia({ media: 'print' });
  await tab.evaluate(() => dispatchEvent(new Event('beforeprint')));
  for (const card of await tab.locator('.drift .card').all()) assert(await card.isVisible());
  assert.equal(await tab.locator('.parts').isVisible(), false);
  for (const area of await tab.locator('.area table').all()) assert(await area.isVisible());
}
