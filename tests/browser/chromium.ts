/** Opens pages in the system's Chromium, and collects what goes wrong in them. */
import { existsSync } from 'node:fs';
import { chromium, type Browser, type Page, type Route } from 'playwright-core';

export type Theme = 'light' | 'dark';

/** The sizes of a phone, a tablet and a notebook, in CSS pixels. */
export const screens = {
  phone: { width: 390, height: 844 },
  tablet: { width: 768, height: 1024 },
  notebook: { width: 1440, height: 900 },
} as const;

/** How a page is shown. */
export interface View {
  readonly theme?: Theme;
  readonly size?: { readonly width: number; readonly height: number };
  readonly hasScripts?: boolean;
  /** The start of the addresses that the page may load. Without it, the page may load only itself. */
  readonly mayLoad?: string | undefined;
  /** Answers requests in place of a server, so that nothing has to listen at the address. */
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
