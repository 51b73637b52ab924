/** Opens pages in the system's Chromium, and collects what goes wrong in them. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright-core';

export type Theme = 'light' | 'dark';

/** The settings of a page. */
export interface View {
  readonly theme: Theme;
  /** CSS pixels. */
  readonly width: number;
  /** The origin from which the page may load its parts. Without it, the page may load nothing but itself. */
  readonly parts?: string;
}

/** A page that is open. */
export interface OpenPage {
  readonly tab: Page;
  /** Closes it; fails if the page loaded something else or reported an error. */
  readonly close: () => Promise<void>;
}

/** Starts the browser of the system; none is downloaded. */
export async function launch(): Promise<Browser> {
  const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  const executablePath = places.find((place) => existsSync(place));
  if (executablePath === undefined)
    throw new Error(`No browser at ${places.join(' or ')}: install chromium.`);
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
  });
}

/** Opens an address, `file:` or `http:`, in a fresh profile. */
export async function open(
  browser: Browser,
  address: string,
  { theme, width, parts }: View,
): Promise<OpenPage> {
  const isFile = address.startsWith('file:');
  assert(!isFile || existsSync(fileURLToPath(address)), `${address} is missing.`);
  const context = await browser.newContext({
    offline: isFile,
    colorScheme: theme,
    reducedMotion: 'reduce',
    viewport: { width, height: getHeight(width) },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const tab = await context.newPage();
  const problems = collectProblems(tab, parts);
  await tab.goto(address, { waitUntil: 'load' });
  return {
    tab,
    close: async () => {
      await context.close();
      assert.deepEqual(problems, []);
    },
  };
}

/** Returns the height of a screen of a width: a phone or a notebook. */
export function getHeight(width: number): number {
  return width < 700 ? 844 : 900;
}

/** Collects requests for anything else, errors on the console and scripts that failed. */
function collectProblems(tab: Page, parts: string | undefined): readonly string[] {
  const problems: string[] = [];
  tab.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`);
  });
  tab.on('pageerror', (error) => problems.push(`script: ${error.message}`));
  tab.on('request', (request) => {
    const url = request.url();
    const own = parts === undefined ? request.isNavigationRequest() : url.startsWith(parts);
    if (!own && !/^(data|blob):/.test(url)) problems.push(`asked for ${url}`);
  });
  return problems;
}
