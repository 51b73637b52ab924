/** Renders the causes in the head of a report, so that its first screen says what is wrong. */
import { html, type Content, markCode } from '../../design/pieces.ts';
import type { FindingRow, Report } from '../record/index.ts';
import {
  type Cause,
  describeBefore,
  describeCall,
  describeFrequency,
  describeNotice,
  describeSent,
  describeSides,
  groupByCause,
  shortenSides,
} from '../triage/index.ts';
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
/** The most characters of a sent value, and of one side, in the head. */
const maxSentLength = 60;
const maxSideLength = 80;
/** The most characters of a statement, so that it takes one line. */
const maxRuleLength = 150;
/** The most characters of one side if each cause has one line. */
const maxShortSide = 40;

/** What a drift expected and got, what was sent in which call, and how much it concerns, so that the first screen says it. */
function renderProof(row: FindingRow): Content {
  const { expected, actual } = shortenSides(row, maxSideLength);
  const sent = describeSent(row, maxSentLength);
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['sent', sent],
    ['before', describeBefore(row, maxSentLength)],
    ['expected', `${expected}, got ${actual}`],
    ['call', describeCall(row)],
    ['noticed', describeNotice(row)],
    ['extent', describeFrequency(row)],
    ['rule', truncate(toPlainText(row.says).replaceAll('`', ''), maxRuleLength)],
  ];
  return html`<dl class="proof soft">
    ${facts.map(
      ([name, text]) =>
        text !== undefined &&
        html`<dt>${name}</dt>
          <dd><code>${text}</code></dd>`,
    )}
  </dl>`;
}

/** The call that went wrong, what was sent, both sides, and how much it concerns if there is room. */
function renderShortProof(row: FindingRow, hasRoom: boolean): Content {
  const sent = describeSent(row, maxSentLength);
  const sides = describeSides(shortenSides(row, maxShortSide));
  const [before, notice] = [describeBefore(row, maxShortSide), describeNotice(row)];
  const extent = hasRoom ? describeFrequency(row) : undefined;
  const parts = [
    describeCall(row),
    sent && `sent ${sent}`,
    before && `before: ${before}`,
    sides,
    notice && `noticed in ${notice}`,
    extent,
  ];
  return html`<p class="soft"><code>${parts.filter(Boolean).join(' · ')}</code></p>`;
}
