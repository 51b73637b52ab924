/** Measures what a page costs a phone before its first use. Elapsed time does not count. */
import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { getHeight } from './browser.ts';

interface Weight {
  /** Milliseconds of work on a phone, which we assume to be a quarter as fast as this machine. */
  readonly work: number;
  /** Elements of the page. Sections that it keeps as text have none. */
  readonly elements: number;
  /** The layout shift while the page loads, as Chromium measures it. */
  readonly shift: number;
  /** Form fields: browsers examine each of them for autofill after a page has loaded. */
  readonly fields: number;
  /** The size of the gzipped page. */
  readonly kilobytes: number;
}

/** About half of these limits gives 95 in Lighthouse on phone settings. The largest page has 5,000 exchanges. */
const limits: Weight = { work: 1200, elements: 5000, shift: 0.1, fields: 30, kilobytes: 300 };

/** Fails if a page is too heavy for a phone to show immediately. */
export async function assertLight(tab: Page, maxKilobytes = limits.kilobytes): Promise<void> {
  const { work, elements, fields, kilobytes, shift } = await weigh(tab);
  const summary = `${work} ms of work, ${elements} elements, ${fields} fields, ${kilobytes} kB, shift ${shift}`;
  console.log(`      ${summary}`);
  assert(work < limits.work && elements < limits.elements && fields < limits.fields, summary);
  assert(shift < limits.shift && kilobytes < maxKilobytes, summary);
}

async function weigh(tab: Page): Promise<Weight> {
  await tab.setViewportSize({ width: 390, height: getHeight(390) });
  const work = await measureWork(tab, ['TaskDuration']);
  const elements = await tab.locator('body *').count();
  const shift = await tab.evaluate(sumShifts);
  const kilobytes = Math.round(gzipSync(await tab.content()).length / 1024);
  const fields = await tab.locator('input, select, textarea').count();
  return { work, elements, fields, kilobytes, shift };
}

/** Runs in the page. */
async function sumShifts(): Promise<number> {
  const entries = await new Promise<PerformanceEntry[]>((resolve) => {
    const observer = new PerformanceObserver((list) => resolve(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => resolve([]), 200);
  });
  const shifts = entries.map((entry) => ('value' in entry ? Number(entry.value) : 0));
  return Math.round(100 * shifts.reduce((sum, shift) => sum + shift, 0)) / 100;
}

/**
 * Opens the page of a tab again and adds up some of its durations, in milliseconds on a phone.
 * Only processor time counts, so a busy machine does not matter.
 * @param names durations of Chromium's Performance domain
 */
export async function measureWork(tab: Page, names: readonly string[]): Promise<number> {
  const session = await tab.context().newCDPSession(tab);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await tab.reload();
  await tab.waitForTimeout(1000);
  const { metrics } = await session.send('Performance.getMetrics');
  const chosen = metrics.filter(({ name }) => names.includes(name));
  return Math.round(chosen.reduce((sum, { value }) => sum + value * 4000, 0));
}
