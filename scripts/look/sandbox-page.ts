/** Tests the web page of a sandbox with some books. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { faults } from '../../src/faults/index.ts';
import { findFaults } from '../../src/cli/own-sandbox/index.ts';
import { newBook } from '../../src/sandbox/scenes/test-client.ts';
import { createWireClient } from '../../src/sandbox/scenes/wire-client.ts';
import type { PageUnderTest } from './check-page.ts';

const token = 'the-token-of-the-control-api';

export interface ServedPage {
  readonly page: PageUnderTest;
  readonly close: () => Promise<void>;
}

/** Enough to fill several screens. */
const otherBooks = 60;

/** Starts a sandbox with books and a refused call. */
export async function sandboxPage(): Promise<ServedPage> {
  const faultNames = faults.map(({ name }) => name);
  const wire = await createWireClient({ control: { port: 0, token, findFaults, faultNames } });
  for (let at = 0; at < otherBooks; at += 1) await wire.createBook({ externalId: `other-${at}` });
  for (const title of ['A long walk', 'كتاب عن البحر', 'Tides'.repeat(20)])
    await wire.createBook({ title, externalId: title.slice(0, 20) });
  await wire.sendRequest('POST', '/books', JSON.stringify(newBook('ebook', { title: 7 })));
  const address = `${wire.controlUrl ?? ''}/`;
  const tests = {
    'a tab keeps the token': keepsToken,
    'requests use the width of a phone': fillsPhone,
    'it shows refused requests with their requirements': showsRefusals,
    'the search finds a book, with its files and its requests': findsBook,
    'the keyboard changes the clock, faults and chaos rules': changesControls,
  };
  return {
    page: { name: 'sandbox', address, mayLoad: address, ready: enterToken, tests },
    close: wire.close,
  };
}

async function enterToken(tab: Page): Promise<void> {
  await tab.getByLabel('Token of the control API').fill(token);
  await tab.getByRole('button', { name: 'Open' }).click();
  await tab.getByText('A long walk').first().waitFor();
}

/** Pixels of a phone that a table may leave empty, with the borders around it. */
const maxEmpty = 70;

async function fillsPhone(tab: Page): Promise<void> {
  await tab.setViewportSize({ width: 390, height: 844 });
  const box = await tab.locator('#request-rows tr').first().boundingBox();
  assert((box?.width ?? 0) > 390 - maxEmpty, `rows of ${box?.width} px`);
}

async function keepsToken(tab: Page): Promise<void> {
  await tab.reload();
  await tab.getByText('A long walk').first().waitFor();
  assert.equal(await tab.locator('#token').isVisible(), false);
}

async function showsRefusals(tab: Page): Promise<void> {
  await tab.getByLabel('only refused').check();
  const row = tab.locator('#request-rows tr').first();
  assert.match(await row.innerText(), /POST \/books[\s\S]*400[\s\S]*[a-z]+\.[a-z]/);
}

async function findsBook(tab: Page): Promise<void> {
  const form = tab.locator('#book-search');
  await form.getByRole('searchbox').fill('a long walk');
  await form.getByRole('button').click();
  await tab.locator('#book-rows li').nth(1).waitFor({ state: 'detached' });
  await tab.locator('#book-rows summary').click();
  const card = tab.locator('#book-rows .card');
  assert.match(await card.innerText(), /No file is attached[\s\S]*Latest requests/);
}

async function changesControls(tab: Page): Promise<void> {
  const before = await tab.locator('#clock-now').textContent();
  await tab.getByRole('button', { name: '+1 day' }).focus();
  await tab.keyboard.press('Enter');
  await tab.waitForFunction(
    (day) => document.getElementById('clock-now')?.textContent?.slice(0, 10) !== day,
    before?.slice(0, 10),
  );
  await tab.getByLabel('Fault', { exact: true }).fill('chapter-not-added');
  await tab.getByRole('button', { name: 'Add this fault' }).press('Enter');
  await tab.getByRole('button', { name: 'Remove chapter-not-added' }).press('Enter');
  await tab.getByText('Every account follows the document.').waitFor();
  await tab.getByLabel('Operation').selectOption('publishBook');
  await tab.getByRole('button', { name: 'Add this rule' }).press('Enter');
  await tab.getByRole('button', { name: /^Remove publishBook/ }).press('Enter');
  await tab.getByText('No request is disturbed.').waitFor();
}
