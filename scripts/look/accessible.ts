/** Checks a page against WCAG 2.2 AA with axe; problems of an upstream template may be excused by name. */
import assert from 'node:assert/strict';
import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/** A violation inside markup that is not ours to write. */
export interface Excuse {
  /** axe's id of the rule. */
  readonly rule: string;
  /** Matches the selector of the element, as axe writes it. */
  readonly where: RegExp;
  /** Where it was reported to those who can mend it. */
  readonly upstream: string;
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Scrolls to everything first: elements that are drawn late have no true place, and targets would seem to overlap. */
function drawAll(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { content-visibility: visible !important }');
  document.adoptedStyleSheets = [sheet];
}

/** Fails with every violation that is not excused. */
export async function assertAccessible(tab: Page, excused: readonly Excuse[] = []): Promise<void> {
  await tab.evaluate(drawAll);
  await tab.evaluate(axe.source);
  const options = JSON.stringify({ runOnly: tags, resultTypes: ['violations'] });
  const { violations } = await tab.evaluate<AxeResults>(`axe.run(document, ${options})`);
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.flatMap(({ target, failureSummary = '' }) => {
      const where = target.join(' ');
      if (excused.some((excuse) => excuse.rule === id && excuse.where.test(where))) return [];
      return [`${id} (${help}) at ${where}: ${failureSummary.replaceAll(/\s+/g, ' ')}`];
    }),
  );
  assert.deepEqual(found, []);
}
