/** Renders the causes in the head of a report, so that its first screen says what is wrong. */
import { html, type Content, markCode } from '../../design/pieces.ts';
import type { FindingRow, Report } from '../record/index.ts';
import { type Cause, describeDrift, groupByCause } from '../triage/index.ts';
import { formatCount, toPlainText, truncate } from '../wording/index.ts';

/** Returns the causes that fail the run. */
export function listNewCauses({ findings }: Report): Cause[] {
  return groupByCause(findings).filter(({ kind }) => kind === 'new');
}

/** The most causes in the head; the list of drifts has all of them. */
const maxCauses = 5;

/** Returns the new causes with their proof; nothing if there are none. */
export function renderCauseLinks(report: Report): Content {
  const causes = listNewCauses(report);
  const hiddenCount = causes.length - maxCauses;
  const items = causes.slice(0, maxCauses).map(
    ({ id, title, root }) =>
      html`<li>
        <a href="#cause-${id}">${markCode(title)}</a>
        ${
          causes.length > maxFullProofs
            ? renderShortProof(root, causes.length <= maxExtents)
            : renderProof(root)
        }
      </li>`,
  );
  const more = html`<li><a href="#drifts">${formatCount(hiddenCount, 'more cause')}</a></li>`;
  return (
    items.length > 0 &&
    html`<ol class="causes">
      ${items} ${hiddenCount > 0 && more}
    </ol>`
  );
}

/** With more causes than these, each has one line of proof, so that the grid stays on the first screen. */
const maxFullProofs = 2;
/** With more causes than these, a phone has no room for how much each concerns. */
const maxExtents = 3;
/** The most characters of a value in the head, and of one if each cause has one line. */
const [maxValue, maxShortValue] = [80, 40];
/** The most characters of a statement, so that it takes one line. */
const maxRuleLength = 150;
/** What the head shows of a drift, in this order. */
const shownFacts = ['sent', 'before', 'expected', 'call', 'noticed', 'extent'];

/** Returns what a drift expected and got, what was sent in which call, and how much it concerns. */
function listProof(row: FindingRow, maxLength: number): [name: string, text: string][] {
  const facts = new Map<string, string>(describeDrift([row], maxLength));
  facts.set('expected', `${facts.get('expected')}, got ${facts.get('actual')}`);
  return shownFacts.flatMap((name) => {
    const text = facts.get(name);
    return text === undefined ? [] : [[name, text]];
  });
}

function renderProof(row: FindingRow): Content {
  const rule = truncate(toPlainText(row.says).replaceAll('`', ''), maxRuleLength);
  return html`<dl class="proof soft">
    ${[...listProof(row, maxValue), ['rule', rule]].map(
      ([name, text]) =>
        html`<dt>${name}</dt>
          <dd><code>${text}</code></dd>`,
    )}
  </dl>`;
}

/** The same on one line, with how much it concerns if there is room. */
function renderShortProof(row: FindingRow, hasRoom: boolean): Content {
  const facts = listProof(row, maxShortValue).filter(([name]) => hasRoom || name !== 'extent');
  const text = facts.map((fact) => fact.join(': ')).join(' · ');
  return html`<p class="soft"><code>${text}</code></p>`;
}
