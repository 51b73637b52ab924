/** Renders every requirement of a run as a cell in the colour of its verdict. */
import { html, type Markup } from '../../design/pieces.ts';
import type { Report, RequirementRow } from '../record/index.ts';

/**
 * Returns the grid, in the order of the ledger. A cell that drifts links to its card. Other cells have no link,
 * because two hundred links would be in the way of a keyboard, and the legend and the tables say the same in words.
 */
export function renderRequirementGrid(report: Report): Markup {
  const { requirements, findings } = report;
  const cells = selectMusts(requirements).map(({ id, verdict }) => {
    const drift = findings.find(({ requirement }) => requirement === id);
    return verdict === 'drifts' && drift !== undefined
      ? html`<a
          class="drifts"
          href="#drift-${drift.fingerprint}"
          title="${id}"
          aria-label="Drift: ${id}"
        ></a>`
      : html`<i class="${verdict === 'unproven' ? 'untested' : verdict}" title="${id}"></i>`;
  });
  const missing = Array.from(
    { length: countMissing(report) },
    () => html`<i class="untested missing"></i>`,
  );
  return html`<div class="cells">${cells}${missing}</div>`;
}

/** Returns how many requirements a verdict needs beyond those in scope; usually 0. */
export function countMissing({ run, requirements }: Report): number {
  return Math.max(0, (run.needed ?? 0) - selectMusts(requirements).length);
}

/** Returns the requirements that a grid shows. */
export function selectMusts(requirements: readonly RequirementRow[]): readonly RequirementRow[] {
  return requirements.filter(({ level }) => level === 'must');
}
