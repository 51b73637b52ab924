/** Tests the control page of a sandbox with some books and a refused call. */
import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { findFaults } from '../../src/cli/own-sandbox.ts';
import { faults } from '../../src/faults/index.ts';
import { newBook } from '../support/books.ts';
import { createWireClient } from '../support/sandbox/wire-client.ts';
import { testLayout } from './layout.ts';
import { screens, createPageTest } from './open-page.ts';

const token = 'the-token-of-the-control-api';
const faultNames = faults.map(({ name }) => name);
const wire = await createWireClient({ findFaults, control: { port: 0, token, faultNames } });

beforeAll(async () => {
  // Enough to fill several screens.
  for (let at = 0; at < 60; at += 1) await wire.create('ebook', { externalId: `other-${at}` });
  for (const title of ['A long walk', 'كتاب عن البحر', 'Tides'.repeat(20)])
    await wire.create('ebook', { title, externalId: title.slice(0, 20) });
  await wire.post('/books', newBook('ebook', { title: 7 }));
});

const getAddress = (): string => `${wire.controlUrl ?? ''}/`;
const getView = () => ({ mayLoad: getAddress() });
const page = { name: 'sandbox', getAddress, getView, waitUntilReady: enterToken };
const test = createPageTest(page);

async function enterToken(tab: Page): Promise<void> {
  await tab.getByLabel('Token of the control API').fill(token);
  await tab.getByRole('button', { name: 'Open' }).click();
  await tab.locator('#book-rows').getByText('A long walk').first().waitFor();
}

testLayout(page);

test('a tab keeps the token', async ({ tab }) => {
  await tab.reload();
  await tab.locator('#book-rows').getByText('A long walk').first().waitFor();
  expect(await tab.locator('#token').isVisible()).toBe(false);
});

test('requests use the width of a phone', async ({ tab }) => {
  await tab.setViewportSize(screens.phone);
  const box = await tab.locator('#request-rows tr').first().boundingBox();
  expect(box?.width).toBeGreaterThan(screens.phone.width - 70);
});

test('words of a narrow column are not broken', async ({ tab }) => {
  const row = tab.locator('#request-rows tr', { hasText: '400' }).first();
  const heights = await row.locator('td:not(.id)').evaluateAll((cells) =>
    cells.map((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return range.getBoundingClientRect().height;
    }),
  );
  expect(Math.max(...heights)).toBeLessThan(40);
});

test('it shows refused requests with their requirements', async ({ tab }) => {
  await tab.getByLabel('only refused').check();
  const row = tab.locator('#request-rows tr').first();
  await expect.poll(() => row.innerText()).toMatch(/POST \/books[^]*400[^]*[a-z]+\.[a-z]/);
});

test('the search finds a book, with its files and its requests', async ({ tab }) => {
  const form = tab.locator('#book-search');
  await form.getByRole('searchbox').fill('a long walk');
  await form.getByRole('button').click();
  await tab.locator('#book-rows li').nth(1).waitFor({ state: 'detached' });
  await tab.locator('#book-rows summary').click();
  const card = tab.locator('#book-rows .card');
  await expect.poll(() => card.innerText()).toMatch(/No file is attached[^]*Latest requests/);
});

test('the keyboard changes the clock, faults and chaos rules', async ({ tab }) => {
  const readDay = async () => (await tab.locator('#clock-now').textContent())?.slice(0, 10);
  const today = await readDay();
  await tab.getByRole('button', { name: '+1 day' }).press('Enter');
  await expect.poll(readDay).not.toBe(today);
  await tab.getByLabel('Fault', { exact: true }).fill('chapter-not-added');
  await tab.getByRole('button', { name: 'Add this fault' }).press('Enter');
  await tab.getByRole('button', { name: 'Remove chapter-not-added' }).press('Enter');
  await tab.getByText('Every account follows the document.').waitFor();
  await tab.getByLabel('Operation').selectOption('publishBook');
  await tab.getByRole('button', { name: 'Add this rule' }).press('Enter');
  await tab.getByRole('button', { name: /^Remove publishBook/ }).press('Enter');
  await tab.getByText('No request is disturbed.').waitFor();
});

test('open questions are sentences, and on a phone the settings come before the books', async ({
  tab,
}) => {
  const question = tab.getByLabel('Open question');
  await question.selectOption('publish.day-14');
  expect(await question.locator('option:checked').innerText()).toMatch(/^Whether a book .*\.$/);
  await tab.setViewportSize(screens.phone);
  const [clock, books] = await Promise.all(
    ['#clock', '#books'].map((id) => tab.locator(id).boundingBox()),
  );
  expect(clock?.y).toBeLessThan(books?.y ?? 0);
});

test('an empty sandbox offers books and a command', async ({ tab }) => {
  tab.on('dialog', (dialog) => dialog.accept());
  await tab.getByRole('button', { name: 'Forget every book and file' }).click();
  await tab.getByText(`${wire.url}/v2/distribution/books`).waitFor();
  await tab.getByRole('button', { name: 'Add 50 books' }).click();
  await expect.poll(() => tab.locator('#book-rows li').count()).toBe(50);
});
