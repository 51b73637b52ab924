/** Asks axe whether a page keeps WCAG 2.2 AA and the best practices. */
import assert from 'node:assert/strict';
import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Draws also what is outside the window, or its buttons would seem to overlap. */
function drawAll(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { content-visibility: visible !important }');
  document.adoptedStyleSheets = [sheet];
}

/** Fails with every violation. */
export async function assertAccessible(tab: Page): Promise<void> {
  await tab.evaluate(drawAll);
  await tab.evaluate(axe.source);
  const options = JSON.stringify({ runOnly: tags, resultTypes: ['violations'] });
  const { violations } = await tab.evaluate<AxeResults>(`axe.run(document, ${options})`);
  await tab.evaluate(() => {
    document.adoptedStyleSheets = [];
  });
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary = '' }) =>
        `${id} (${help}) at ${target.join(' ')}: ${failureSummary.replaceAll(/\s+/g, ' ')}`,
    ),
  );
  assert.deepEqual(found, []);
}
