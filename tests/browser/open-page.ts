/** Opens pages in the system's Chromium, and collects what goes wrong in them. All tests of a file share one browser. */
import { existsSync } from 'node:fs';
import { chromium, type Browser, type Page, type Route } from 'playwright-core';
import { test, expect } from 'vitest';

export type Theme = 'light' | 'dark';

/** The sizes of a phone, a tablet and a notebook, in CSS pixels. */
export const screens = {
  phone: { width: 390, height: 844 },
  tablet: { width: 768, height: 1024 },
  notebook: { width: 1440, height: 900 },
} as const;

/** How a page is shown. */
interface View {
  readonly theme?: Theme;
  readonly size?: { readonly width: number; readonly height: number };
  readonly hasScripts?: boolean;
  /** The start of the addresses that the page may load. Without it, the page may load only itself. */
  readonly mayLoad?: string | undefined;
  /** Answers requests in place of a server, whose address nobody has to listen on. */
  readonly serve?: ((route: Route) => Promise<void>) | undefined;
}

interface OpenPage {
  readonly tab: Page;
  /** Closes the page. Throws if it loaded anything it may not, or reported an error. */
  readonly close: () => Promise<void>;
}

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Only ends steps that hang: a page may be as slow as the machine. */
const stepTimeoutMs = 300_000;

/**
 * Starts the Chromium of the system.
 * @throws Error if there is none; none is downloaded
 */
export async function launchChromium(): Promise<Browser> {
  const executablePath = places.find((place) => existsSync(place));
  if (executablePath === undefined)
    throw new Error(
      `Pages are tested in Chromium, but there is no ${places.join(', ')}. Run: apt-get install chromium`,
    );
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
  return chromium.launch({ executablePath, args, timeout: stepTimeoutMs });
}

/** Opens an address, `file:` or `http:`, in a fresh profile. By default a notebook shows it, with the light theme. */
export async function openPage(
  browser: Browser,
  address: string,
  { theme = 'light', size = screens.notebook, hasScripts = true, mayLoad, serve }: View = {},
): Promise<OpenPage> {
  const context = await browser.newContext({
    offline: address.startsWith('file:'),
    colorScheme: theme,
    reducedMotion: 'reduce',
    viewport: size,
    javaScriptEnabled: hasScripts,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(stepTimeoutMs);
  if (serve !== undefined) await context.route(`${new URL(address).origin}/**`, serve);
  await context.addInitScript({ content: sumLayoutShifts });
  const tab = await context.newPage();
  const problems = collectProblems(tab, mayLoad);
  await tab.goto(address);
  return {
    tab,
    close: async () => {
      await context.close();
      if (problems.length > 0) throw new Error(`${address} has problems:\n${problems.join('\n')}`);
    },
  };
}

/** Runs in the page, before its own scripts. A text, because tsx adds calls to functions that a page lacks. */
const sumLayoutShifts = `{
  let sum = 0;
  const add = (list) => list.getEntries().forEach(({ value }) => (sum += value));
  new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true });
  globalThis.getLayoutShift = () => sum;
}`;

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

/** A page to test. */
export interface PageUnderTest {
  /** The first part of the names of its screenshots. */
  readonly name: string;
  /** Returns its address, `file:` or `http:`. */
  readonly getAddress: () => string;
  /** Returns how it is shown, apart from theme and size. */
  readonly getView?: () => View;
  /** Resolves once the page can be read. */
  readonly waitUntilReady: (tab: Page) => Promise<void>;
  /** The limit for the gzipped page, if it is larger than other pages. */
  readonly maxKilobytes?: number;
}

// Vitest reads from this pattern which other fixtures it needs.
// oxlint-disable-next-line no-empty-pattern
export const browserTest = test.extend('browser', { scope: 'file' }, async ({}, { onCleanup }) => {
  const browser = await launchChromium();
  onCleanup(async () => browser.close());
  return browser;
});

/** Creates a test function whose tests get the page in a tab of its own, on a notebook and with the light theme. */
export function createPageTest(page: PageUnderTest) {
  return browserTest.extend('tab', async ({ browser }, { onCleanup }) => {
    const { tab, close } = await openPage(browser, page.getAddress(), page.getView?.());
    onCleanup(close);
    await page.waitUntilReady(tab);
    return tab;
  });
}

/** Goes to an anchor, as a link from another page would, and expects that it scrolls into view. */
export async function goToAnchor(tab: Page, id: string): Promise<void> {
  await tab.evaluate((to) => {
    location.hash = to;
  }, id);
  await tab.waitForFunction((to) => {
    const target = document.querySelector(`[id="${to}"]`);
    const top = target?.getBoundingClientRect().top ?? -1;
    return target?.checkVisibility() === true && top >= 0 && top < innerHeight;
  }, id);
}

/** Follows every link of the navigation, and expects that its section scrolls to the top. */
export async function followNavigation(tab: Page): Promise<void> {
  const links = await tab.locator('.parts a').all();
  expect(links).not.toEqual([]);
  for (const link of links) {
    const target = (await link.getAttribute('href')) ?? '';
    await link.click();
    await expect
      .poll(() => tab.evaluate(measureOffset, target), { message: target })
      .toBeLessThan(80);
  }
}

/** Runs in the page: returns the pixels between a section and the lower edge of the navigation. */
function measureOffset(target: string): number {
  const bar = document.querySelector('.parts')?.getBoundingClientRect().bottom ?? 0;
  const top = document.querySelector(target)?.getBoundingClientRect().top ?? Infinity;
  const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
  return isAtEnd && top > bar ? 0 : Math.abs(top - bar);
}

/** Expects that a page shows its text and the elements of a selector to readers without scripts. */
export async function expectReadableWithoutScripts(
  browser: Browser,
  page: PageUnderTest,
  selector: string,
): Promise<void> {
  const view = { ...page.getView?.(), hasScripts: false };
  const { tab, close } = await openPage(browser, page.getAddress(), view);
  const entries = await tab.locator(selector).all();
  expect(entries).not.toEqual([]);
  for (const entry of entries) expect(await entry.isVisible()).toBe(true);
  expect((await tab.locator('main').first().innerText()).length).toBeGreaterThan(500);
  // Sections that scripts would draw are in these elements.
  expect(await tab.locator('noscript:not(:has(*))').count()).toBe(0);
  await close();
}
