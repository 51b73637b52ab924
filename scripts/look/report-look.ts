/** What the page of a report promises. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Look } from './look.ts';
import { follow, shownRows, tallyOf } from './parts.ts';

/** The page of a run with five faults. */
export function reportLook(file: string): Look {
  return {
    name: 'report',
    file,
    ready: drawn,
    promises: {
      'the failing call, what was expected and a curl are on the first screen': firstScreen,
      'the keyboard reaches skip link, fold, parts and commands in this order': tabOrder,
      'a search and a filter leave what fits, and say how much': filters,
      'a link to a requirement that is filtered away shows it': deepLink,
      'a copy button copies its command': copies,
      'evidence leads to its exchange, opened': evidence,
      'exchanges are found by operation and status': exchanges,
      'the theme can be chosen': theme,
    },
  };
}

/** The same with 300 requirements and 5,000 exchanges. */
export function largeLook(file: string): Look {
  return {
    name: 'large',
    file,
    ready: drawn,
    likeAnother: true,
    promises: { 'it stays quick': quick },
  };
}

async function drawn(tab: Page): Promise<void> {
  await tab.getByRole('heading', { level: 1, name: 'Drift' }).waitFor();
}

/** A phone, a tablet and a notebook. */
const screens = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];

async function firstScreen(tab: Page): Promise<void> {
  const card = tab.locator('.card').first();
  for (const { width, height } of screens) {
    await tab.setViewportSize({ width, height });
    for (const part of ['.call', '.command', '.side.expected']) {
      const box = await card.locator(part).first().boundingBox();
      const end = box === null ? Number.POSITIVE_INFINITY : box.y + box.height;
      assert(end <= height, `${part} ends ${end} px down a screen of ${width} by ${height} px`);
    }
  }
}

async function tabOrder(tab: Page): Promise<void> {
  const stops: string[] = [];
  for (let at = 0; at < 13; at += 1) {
    await tab.keyboard.press('Tab');
    stops.push(
      await tab.evaluate(() => {
        const here = document.activeElement;
        return here?.className === 'skip'
          ? 'skip'
          : (here?.getAttribute('href') ?? here?.tagName ?? '');
      }),
    );
  }
  const [skip, fold, ...rest] = stops;
  assert.deepEqual([skip, fold], ['skip', 'SUMMARY']);
  assert.deepEqual(rest.slice(0, 3), ['#drifts', '#requirements', '#silences']);
  assert(rest.includes('#exchanges') && rest.at(-1) !== 'BODY', rest.join(' '));
}

async function filters(tab: Page): Promise<void> {
  const part = tab.locator('#requirements');
  await part.getByRole('searchbox').fill('unknown');
  const found = await shownRows(part);
  assert(found > 3 && found < 40, `${found} rows for a search`);
  await part.getByRole('button', { name: 'drifts' }).click();
  const left = await shownRows(part);
  assert(left > 0 && left < found, `${left} of ${found} rows drift`);
  assert.match(await tallyOf(part), new RegExp(`^${left} of `));
}

async function deepLink(tab: Page): Promise<void> {
  const part = tab.locator('#requirements');
  await part.getByRole('searchbox').fill('no requirement says this');
  assert.equal(await shownRows(part), 0);
  await follow(tab, 'publish.answers-204');
}

async function copies(tab: Page): Promise<void> {
  const command = tab.locator('.card .command').first();
  await command.getByRole('button').click();
  await command.getByText('Copied').waitFor();
  const copied = await tab.evaluate(async () => navigator.clipboard.readText());
  assert.equal(copied, await command.locator('code').textContent());
}

async function evidence(tab: Page): Promise<void> {
  await tab.locator('#silences .answers a').first().click();
  await tab.locator('#exchanges li details[open] pre').first().waitFor();
}

async function exchanges(tab: Page): Promise<void> {
  await tab.locator('#exchanges').scrollIntoViewIfNeeded();
  await tab.locator('#exchange-operation').selectOption('lookUpBook');
  await tab.locator('#exchange-status').selectOption('404');
  const [shown = '', all = ''] = (await tallyOf(tab.locator('#exchanges'))).split(' of ');
  assert(Number(shown) > 0 && Number(shown) < Number.parseInt(all, 10), `${shown} of ${all}`);
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

/** Milliseconds, with room for a busy machine: what this catches is drawing everything at once. */
const patience = 6000;

async function quick(tab: Page): Promise<void> {
  const loading = await tab.evaluate(
    () => performance.timing.loadEventEnd - performance.timing.fetchStart,
  );
  const began = performance.now();
  await tab.locator('#requirements').getByRole('searchbox').fill('isbn');
  const searching = performance.now() - began;
  const then = performance.now();
  await follow(tab, 'exchange-4999');
  const unpacking = performance.now() - then;
  console.log(
    `      loaded in ${loading} ms, searched in ${Math.round(searching)} ms, last of 5,000 exchanges after ${Math.round(unpacking)} ms`,
  );
  assert(Math.max(loading, searching, unpacking) < patience);
}
