/** Checks the report pages of runs with few, many and no drifts, and of runs that could not test anything. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Look, TestPromise } from './look.ts';
import { followsNavigation, readableWithoutScript } from './parts.ts';

interface Outcome {
  readonly name: string;
  readonly title: string;
  /** The colour of the verdict. */
  readonly kind: 'conforms' | 'drifts' | 'unproven';
  /** The beginning of the first sentence. */
  readonly lead: RegExp;
  readonly drifts?: number;
}

const several =
  /^Our own sandbox: \d+ causes?, \d+ requirements?, (\d+ open questions?, )?\d+ drifts?/;

const outcomes: readonly Outcome[] = [
  {
    name: 'drifts-0',
    title: 'Conforms',
    kind: 'conforms',
    lead: /^Our own sandbox shows no new drift: \d+ of \d+/,
    drifts: 0,
  },
  { name: 'drifts-1', title: 'Drift', kind: 'drifts', lead: several, drifts: 1 },
  { name: 'drifts-20', title: 'Drift', kind: 'drifts', lead: several, drifts: 20 },
  { name: 'drifts-50', title: 'Drift', kind: 'drifts', lead: several, drifts: 50 },
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
  { name: 'rtl', title: 'Drift', kind: 'drifts', lead: several },
];

/** Returns a look for each; `folder` is the address of the samples. */
export function outcomeLooks(folder: string): Look[] {
  return outcomes.map((outcome) => ({
    name: outcome.name,
    address: `${folder}/${outcome.name}.html`,
    ready: async (tab: Page) => {
      await tab.getByRole('heading', { level: 1, name: outcome.title }).waitFor();
    },
    promises: {
      'the verdict has its colour, and the first sentence says what happened':
        showsVerdict(outcome),
      'every link of the navigation scrolls to its part': followsNavigation,
      'it lists its drifts by cause': listsDrifts(outcome),
      'it is readable without a script': async (tab: Page) =>
        readableWithoutScript(tab, 'h1', outcome.drifts === 0 ? 100 : 500),
    },
  }));
}

function showsVerdict({ kind, lead }: Outcome): TestPromise {
  return async (tab) => {
    assert(await tab.locator(`.verdict-line.${kind}`).isVisible());
    assert.match(await tab.locator('.lead').innerText(), lead);
    const red = tab.locator('.stack svg .drifts');
    assert.equal((await red.count()) > 0, kind === 'drifts');
    if (kind === 'drifts') await expectRedShare(tab, Number(await red.getAttribute('width')));
  };
}

/** The red part is as long as the share of requirements that drift; `width` is in thousandths. */
async function expectRedShare(tab: Page, width: number): Promise<void> {
  const legend = await tab.locator('.stack figcaption').innerText();
  const [total, drift] = [/^(\d+) requirements/, /(\d+) drift/].map((part) =>
    Number(part.exec(legend)?.[1]),
  );
  const share = (1000 * (drift ?? 0)) / (total ?? 0);
  assert(Math.abs(width - share) < 5, `${width} of 1000 for ${legend}`);
}

/** The most screens of a notebook that the section of drifts may fill, with any number of drifts. */
const mostScreens = 2;

function listsDrifts({ drifts, name }: Outcome): TestPromise {
  return async (tab) => {
    if (name === 'dead' || name === 'refused') return showsOnlyNextSteps(tab);
    const shown = await tab.locator('.drift').count();
    assert(drifts === undefined ? shown > 0 : shown === drifts, `${shown} drifts`);
    const causes = await tab.locator('.cause').count();
    assert(causes <= 5, `${causes} causes for five faults`);
    const box = await tab.locator('#drifts').boundingBox();
    assert((box?.height ?? 0) < mostScreens * 900, `${box?.height} px of drifts`);
  };
}

/** The page of a run that tested nothing has the reason in its head, and only the next steps below. */
async function showsOnlyNextSteps(tab: Page): Promise<void> {
  assert.deepEqual(
    await tab.locator('main > section').evaluateAll((all) => all.map(({ id }) => id)),
    ['next'],
  );
  assert.match(await tab.locator('#next').innerText(), /bookdist doctor https:/);
}
