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
  /** The start of the addresses that the page may load. Without it, the page may load only itself. */
  readonly mayLoad?: string;
}

export interface OpenPage {
  readonly tab: Page;
  /** Closes the page; fails if it loaded anything it may not, or reported an error. */
  readonly close: () => Promise<void>;
}

/** Starts the Chromium of the system; none is downloaded. */
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
  { theme, width, mayLoad }: View,
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
  const problems = collectProblems(tab, mayLoad);
  await tab.goto(address, { waitUntil: 'load' });
  return {
    tab,
    close: async () => {
      await context.close();
      assert.deepEqual(problems, []);
    },
  };
}

/** Returns the height of a phone or a notebook whose screen has this width. */
export function getHeight(width: number): number {
  return width < 700 ? 844 : 900;
}

/** Collects requests that the page may not send, errors on the console and scripts that failed. */
function collectProblems(tab: Page, mayLoad: string | undefined): readonly string[] {
  const problems: string[] = [];
  tab.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`);
  });
  tab.on('pageerror', (error) => problems.push(`script: ${error.message}`));
  tab.on('request', (request) => {
    const url = request.url();
    const isAllowed =
      mayLoad === undefined ? request.isNavigationRequest() : url.startsWith(mayLoad);
    if (!isAllowed && !/^(data|blob):/.test(url)) problems.push(`requested ${url}`);
  });
  return problems;
}
