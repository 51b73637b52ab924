/** What the page of the contract promises: `npm run docs` writes it. */
import type { Page } from 'playwright-core';
import type { Look } from './look.ts';

/** The page at a path. */
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
    excused: [
      {
        rule: 'color-contrast',
        where: /^\.sc-/,
        upstream: 'the hint of the shortcut inside the search field, drawn by Redoc itself',
      },
    ],
    promises: { 'an operation is found by keyboard': findsByKeyboard },
  };
}

async function findsByKeyboard(tab: Page): Promise<void> {
  await tab.keyboard.press('Control+K');
  await tab.keyboard.type('withdraw');
  await tab.waitForTimeout(500);
  await tab.keyboard.press('Enter');
  await tab.getByText('/books/{bookPublicId}/unpublish').first().waitFor();
}
