/** Every requirement in scope as one bar: conforming, drifting, and unproven by reason. */
import { neverBegan, reasonGroups, withShortReason } from '../wording/index.ts';
import type { Report, RequirementRow } from '../record/index.ts';
import { html, type Markup } from './markup.ts';

interface Part {
  readonly kind: string;
  readonly words: string;
  readonly number: number;
  /** The section of the page that lists them. */
  readonly to: string;
}

/** The number of reasons with a part of their own; the others share one. */
const named = 2;

/** Returns the bar with its legend. */
export function stackedBar(report: Report): Markup {
  const rows = report.requirements
    .filter(({ level }) => level === 'must')
    .map((row) => withShortReason(row, report));
  const parts = (neverBegan(report) ? untested(rows) : partsOf(rows)).filter(
    ({ number }) => number > 0,
  );
  let left = 0;
  const rects = parts.map(({ kind, number }) => {
    const x = left;
    left += (1000 * number) / rows.length;
    return html`<rect
      class="${kind}"
      x="${x.toFixed(1)}"
      y="0"
      width="${Math.max(left - x - 2, 1.5).toFixed(1)}"
      height="14"
    />`;
  });
  return html`<figure class="stack">
    <svg viewBox="0 0 1000 14" preserveAspectRatio="none" aria-hidden="true">${rects}</svg>
    <figcaption>
      <ul>
        <li><b>${rows.length}</b> requirements:</li>
        ${parts.map(
          ({ kind, words, number, to }) =>
            html`<li>
              <span class="key ${kind}" aria-hidden="true"></span
              ><a href="#${to}"><b>${number}</b> ${words}</a>
            </li>`,
        )}
      </ul>
    </figcaption>
  </figure>`;
}

/** A service that did not answer the first call has no reasons to tell apart. */
function untested(rows: readonly RequirementRow[]): Part[] {
  return [{ kind: 'unproven0', words: 'not tested', number: rows.length, to: 'unproven' }];
}

function partsOf(rows: readonly RequirementRow[]): Part[] {
  const count = (verdict: RequirementRow['verdict']): number =>
    rows.filter((row) => row.verdict === verdict).length;
  const unproven = reasonGroups(rows.filter(({ verdict }) => verdict === 'unproven'));
  const first = unproven.slice(0, named);
  const rest = unproven.slice(named).reduce((sum, { ids }) => sum + ids.length, 0);
  return [
    { kind: 'conforms', words: 'conform', number: count('conforms'), to: 'requirements' },
    { kind: 'drifts', words: 'drift', number: count('drifts'), to: 'drifts' },
    { kind: 'known', words: 'drift, accepted', number: count('known'), to: 'drifts' },
    { kind: 'errored', words: 'broke on our side', number: count('errored'), to: 'unproven' },
    ...first.map(({ reason, ids }, at) => ({
      kind: `unproven${at}`,
      words: `unproven: ${reason}`,
      number: ids.length,
      to: 'unproven',
    })),
    { kind: 'unproven2', words: 'unproven for other reasons', number: rest, to: 'unproven' },
  ];
}
