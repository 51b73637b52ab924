/** Tests the report pages of runs with few, many and no drifts, of runs that tested nothing, and of a very large run. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { PageUnderTest, PageTest } from './check-page.ts';
import { checkWithoutScript, followNavigation, goToAnchor } from './shared-steps.ts';

interface Outcome {
  readonly name: string;
  readonly title: string;
  /** The colour of the verdict. */
  readonly kind: 'conforms' | 'drifts' | 'unproven';
  /** Matches the first sentence. */
  readonly lead: RegExp;
  readonly drifts?: number;
}

const severalDrifts =
  /^Our own sandbox: \d+ causes?, \d+ requirements?, (\d+ open questions?, )?\d+ drifts?/;

const outcomes: readonly Outcome[] = [
  {
    name: 'drifts-0',
    title: 'Conforms',
    kind: 'conforms',
    lead: /^Our own sandbox shows no new drift: \d+ of \d+/,
    drifts: 0,
  },
  { name: 'drifts-1', title: 'Drift', kind: 'drifts', lead: severalDrifts, drifts: 1 },
  { name: 'drifts-20', title: 'Drift', kind: 'drifts', lead: severalDrifts, drifts: 20 },
  { name: 'drifts-50', title: 'Drift', kind: 'drifts', lead: severalDrifts, drifts: 50 },
  {
    name: 'dead',
    title: 'Not reachable',
    kind: 'unproven',
    lead: /^No response from https:.*Nothing was tested/,
    drifts: 0,
  },
  {
    name: 'refused',
    title: 'Key refused',
    kind: 'unproven',
    lead: /^The service refused the key.*Nothing was tested/,
    drifts: 0,
  },
  {
    name: 'too-little',
    title: 'Too little proven',
    kind: 'unproven',
    lead: /15 of 201 requirements proven/,
    drifts: 0,
  },
  { name: 'rtl', title: 'Drift', kind: 'drifts', lead: severalDrifts },
];

/** @param folder the address of the sample reports */
export function outcomePages(folder: string): PageUnderTest[] {
  return outcomes.map((outcome) => ({
    name: outcome.name,
    address: `${folder}/${outcome.name}.html`,
    ready: async (tab: Page) => {
      await tab.getByRole('heading', { level: 1, name: outcome.title }).waitFor();
    },
    tests: {
      'the verdict has its colour, and the first sentence says what happened':
        showsVerdict(outcome),
      'every link of the navigation scrolls to its section': followNavigation,
      'it lists its drifts by cause': listsDrifts(outcome),
      'it is readable without scripts': async (tab: Page) =>
        checkWithoutScript(tab, 'h1', outcome.drifts === 0 ? 100 : 500),
    },
  }));
}

function showsVerdict({ kind, lead }: Outcome): PageTest {
  return async (tab) => {
    assert(await tab.locator(`.verdict-line.${kind}`).isVisible());
    assert.match(await tab.locator('.lead').innerText(), lead);
    const red = tab.locator('.stack svg .drifts');
    assert.equal((await red.count()) > 0, kind === 'drifts');
    if (kind === 'drifts') await expectRedShare(tab, Number(await red.getAttribute('width')));
  };
}

/** The red part of the bar is as long as the share of drifting requirements; `width` is in thousandths. */
async function expectRedShare(tab: Page, width: number): Promise<void> {
  const legend = await tab.locator('.stack figcaption').innerText();
  const [total, drift] = [/^(\d+) requirements/, /(\d+) drift/].map((part) =>
    Number(part.exec(legend)?.[1]),
  );
  const share = (1000 * (drift ?? 0)) / (total ?? 0);
  assert(Math.abs(width - share) < 5, `${width} of 1000 for ${legend}`);
}

/** How many screens of a notebook the section of drifts may fill, however many drifts there are. */
const maxScreens = 2;

function listsDrifts({ drifts, name }: Outcome): PageTest {
  return async (tab) => {
    if (name === 'dead' || name === 'refused') return showsOnlyNextSteps(tab);
    const shown = await tab.locator('.drift').count();
    assert(drifts === undefined ? shown > 0 : shown === drifts, `${shown} drifts`);
    const causes = await tab.locator('.cause').count();
    assert(causes <= 5, `${causes} causes for five faults`);
    const box = await tab.locator('#drifts').boundingBox();
    assert((box?.height ?? 0) < maxScreens * 900, `${box?.height} px of drifts`);
  };
}

/** The head of such a page has the reason, and only the next steps follow. */
async function showsOnlyNextSteps(tab: Page): Promise<void> {
  assert.deepEqual(
    await tab.locator('main > section').evaluateAll((all) => all.map(({ id }) => id)),
    ['next'],
  );
  assert.match(await tab.locator('#next').innerText(), /bookdist doctor https:/);
}

/** The page of a report with 300 requirements and 5,000 exchanges. */
export function largePage(address: string): PageUnderTest {
  return {
    name: 'large',
    address,
    ready: async (tab) => tab.getByRole('heading', { level: 1, name: 'Drift' }).waitFor(),
    skipScreenshots: true,
    tests: { 'it loads, searches and opens an exchange quickly': staysQuick },
  };
}

/** Generous enough for a busy machine; a page that draws everything immediately exceeds it. */
const maxMs = 6000;

async function staysQuick(tab: Page): Promise<void> {
  const loading = await tab.evaluate(
    () => performance.timing.loadEventEnd - performance.timing.fetchStart,
  );
  const beforeSearch = performance.now();
  await tab.locator('#requirements').getByRole('searchbox').fill('isbn');
  const beforeLink = performance.now();
  await goToAnchor(tab, 'exchange-104999');
  const [searching, opening] = [beforeLink - beforeSearch, performance.now() - beforeLink];
  console.log(
    `      loaded in ${loading} ms, searched in ${Math.round(searching)} ms, opened the last exchange in ${Math.round(opening)} ms`,
  );
  assert(Math.max(loading, searching, opening) < maxMs);
}
