/** Opens the documentation page from disk in a real browser without a network: nothing asked for, nothing wrong, every view readable. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright-core';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = `${root}reports/distribution.html`;
const folder = `${root}reports/look`;

const views = [
  { name: 'light', colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  { name: 'dark', colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
  { name: 'phone', colorScheme: 'light', viewport: { width: 390, height: 844 } },
] as const;

type View = (typeof views)[number];

/** The browser of the system: none is downloaded. */
function browserFile(): string {
  const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  const found = places.find((place) => existsSync(place));
  if (found === undefined)
    throw new Error(`No browser at ${places.join(' or ')}: install chromium.`);
  return found;
}

async function look(browser: Browser, view: View): Promise<void> {
  const context = await browser.newContext({ ...view, offline: true });
  const tab = await context.newPage();
  const wrong: string[] = [];
  tab.on('console', (message) => {
    if (message.type() === 'error') wrong.push(`console: ${message.text()}`);
  });
  tab.on('pageerror', (error) => wrong.push(`script: ${error.message}`));
  tab.on('request', (request) => {
    if (!/^(file|data):/.test(request.url())) wrong.push(`asked for ${request.url()}`);
  });
  await tab.goto(pathToFileURL(page).href, { waitUntil: 'load' });
  await tab.getByRole('heading', { level: 1, name: 'Book distribution service' }).waitFor();
  await tab.screenshot({ path: `${folder}/${view.name}.png` });
  await readsOn(tab, view);
  const [content, screen] = await tab.evaluate(() => [
    document.documentElement.scrollWidth,
    window.innerWidth,
  ]);
  assert(content <= screen, `${view.name}: ${content} px wide on a screen of ${screen} px`);
  assert.deepEqual(wrong, [], view.name);
  await context.close();
  console.log(`fine  ${view.name}`);
}

/** Goes to one operation the way a reader does, by keyboard where there is one. */
async function readsOn(tab: Page, view: View): Promise<void> {
  if (view.name === 'phone') return;
  await tab.keyboard.press('Control+K');
  await tab.keyboard.type('withdraw');
  await tab.waitForTimeout(500);
  await tab.keyboard.press('Enter');
  await tab.getByText('/books/{bookPublicId}/unpublish').first().waitFor();
  await tab.screenshot({ path: `${folder}/${view.name}-operation.png` });
}

assert(existsSync(page), `${page} is missing: npm run docs writes it.`);
await mkdir(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: browserFile(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
});
try {
  for (const view of views) await look(browser, view);
} finally {
  await browser.close();
}
console.log(`${views.length} passed, 0 failed`);
