/** Opens pages from disk in the system's Chromium, without a network, and writes down what goes wrong in them. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright-core';

export type Theme = 'light' | 'dark';

/** How a page is looked at. */
export interface View {
  readonly theme: Theme;
  /** CSS pixels. */
  readonly width: number;
}

/** A page that is open, and what went wrong in it so far. */
export interface Opened {
  readonly tab: Page;
  /** Ends the visit; fails when the page asked for anything or complained. */
  readonly close: () => Promise<void>;
}

/** Starts the browser of the system: none is downloaded. */
export async function launch(): Promise<Browser> {
  const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  const found = places.find((place) => existsSync(place));
  if (found === undefined)
    throw new Error(`No browser at ${places.join(' or ')}: install chromium.`);
  return chromium.launch({
    executablePath: found,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
  });
}

/** Opens a file in a fresh profile. `fragment` is what stands behind the `#`. */
export async function open(
  browser: Browser,
  file: string,
  view: View & { readonly fragment?: string },
): Promise<Opened> {
  assert(existsSync(file), `${file} is missing.`);
  const context = await browser.newContext({
    offline: true,
    colorScheme: view.theme,
    reducedMotion: 'reduce',
    viewport: { width: view.width, height: view.width < 700 ? 844 : 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const tab = await context.newPage();
  const wrong = complaintsOf(tab);
  const fragment = view.fragment === undefined ? '' : `#${view.fragment}`;
  await tab.goto(`${pathToFileURL(file).href}${fragment}`, { waitUntil: 'load' });
  return {
    tab,
    close: async () => {
      await context.close();
      assert.deepEqual(wrong, []);
    },
  };
}

/** Requests beyond the file itself, console errors and scripts that broke. */
function complaintsOf(tab: Page): readonly string[] {
  const wrong: string[] = [];
  tab.on('console', (message) => {
    if (message.type() === 'error') wrong.push(`console: ${message.text()}`);
  });
  tab.on('pageerror', (error) => wrong.push(`script: ${error.message}`));
  tab.on('request', (request) => {
    const own = request.isNavigationRequest() && request.url().startsWith('file:');
    if (!own && !/^(data|blob):/.test(request.url())) wrong.push(`asked for ${request.url()}`);
  });
  return wrong;
}
