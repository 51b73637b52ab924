/** Measures what a page costs a phone before its first use, without measuring time that passes. */
import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { getHeight } from './browser.ts';

/** The cost of a page. */
interface Weight {
  /** Milliseconds of work on a phone, taken to have a quarter of this machine's speed. */
  readonly work: number;
  /** Elements of the page. Parts that are kept as text have none. */
  readonly elements: number;
  /** The layout shift while the page loads, as Chromium measures it. */
  readonly shift: number;
  /** Fields to fill in: browsers examine each of them for autofill when a page has loaded. */
  readonly fields: number;
  /** The page as a host sends it, in kilobytes. */
  readonly kilobytes: number;
}

/** About half of these limits gives 95 in Lighthouse on phone settings. The largest page has 5,000 exchanges. */
const limits: Weight = { work: 1200, elements: 5000, shift: 0.1, fields: 30, kilobytes: 300 };

/** Fails if a page is too heavy for a phone to show immediately. */
export async function assertLight(tab: Page, kilobytes = limits.kilobytes): Promise<void> {
  const weight = await weigh(tab);
  const { work, elements, fields, shift } = weight;
  const words = `${work} ms of work, ${elements} elements, ${fields} fields, ${weight.kilobytes} kB, shift ${shift}`;
  console.log(`      ${words}`);
  assert(work < limits.work && elements < limits.elements && fields < limits.fields, words);
  assert(shift < limits.shift, words);
  assert(weight.kilobytes < kilobytes, words);
}

async function weigh(tab: Page): Promise<Weight> {
  await tab.setViewportSize({ width: 390, height: getHeight(390) });
  const work = await countWork(tab, ['TaskDuration']);
  const elements = await tab.locator('body *').count();
  const shift = await tab.evaluate(sumShifts);
  const kilobytes = Math.round(gzipSync(await tab.content()).length / 1024);
  const fields = await tab.locator('input, select, textarea').count();
  return { work, elements, fields, kilobytes, shift };
}

/** Runs in the page. */
async function sumShifts(): Promise<number> {
  const entries = await new Promise<PerformanceEntry[]>((resolve) => {
    const watch = new PerformanceObserver((list) => resolve(list.getEntries()));
    watch.observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => resolve([]), 200);
  });
  const shifts = entries.map((entry) => ('value' in entry ? Number(entry.value) : 0));
  return Math.round(100 * shifts.reduce((sum, candidate) => sum + candidate, 0)) / 100;
}

/**
 * Opens the page of a tab again and adds up some of its durations, in milliseconds on a phone.
 * Processor time is counted, so that a busy machine does not matter.
 * @param names durations of Chromium's Performance domain
 */
export async function countWork(tab: Page, names: readonly string[]): Promise<number> {
  const session = await tab.context().newCDPSession(tab);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await tab.reload();
  await tab.waitForTimeout(1000);
  const { metrics } = await session.send('Performance.getMetrics');
  const spent = metrics.filter(({ name }) => names.includes(name));
  return Math.round(spent.reduce((sum, { value }) => sum + value * 4000, 0));
}
