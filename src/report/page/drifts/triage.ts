/** Renders the drifts of a run by likely cause: a list, and the details of each drift. */
import {
  html,
  type Content,
  type Markup,
  selectField,
  deferredPart,
  markCode,
  verdictMark,
} from '../../../design/pieces.ts';
import type { FindingRow, Report } from '../../record/index.ts';
import { type Cause, findBlamedOperation, groupByCause } from '../../triage/index.ts';
import {
  formatCount,
  describeCounts,
  truncate,
  groupBy,
  toPlainText,
} from '../../wording/index.ts';
import type { ExchangesByNumber } from '../exchange-list.ts';
import { renderDriftCard, formatShortSides, describeTest, type CardContext } from './drift-card.ts';

/** The filters, the list of causes, and the drifts. */
export function renderDriftTriage(report: Report, exchanges: ExchangesByNumber): Markup {
  const causes = groupByCause(report.findings);
  if (causes.length > 0) return renderTriageView(causes, { report, exchanges });
  const { proven, total } = report.summary.must;
  return proven === 0
    ? html`<p class="note">Nothing could be tested, so nothing is known about drifts.</p>`
    : html`<p class="note">None in the ${proven} of ${total} requirements that were tested.</p>`;
}

function renderTriageView(causes: readonly Cause[], context: CardContext): Markup {
  const hasSeveral = causes.flatMap(({ rows }) => rows).length > 1;
  return html`<p class="note">
      Each cause starts with its most direct drift.
      <span class="keys"><kbd>/</kbd> search, <kbd>j</kbd> next, <kbd>k</kbd> previous</span>
    </p>
    ${hasSeveral && renderDriftFilters(causes)}
    <div class="triage">
      ${
        hasSeveral &&
        html`<nav class="triage-list panel" aria-label="Drifts by cause">
          ${causes.map(renderCauseItem)}
        </nav>`
      }
      <div class="triage-detail">
        ${causes.map((cause, index) => renderCauseDetails(cause, { isFirst: index === 0, isOnly: causes.length === 1 }, context))}
      </div>
    </div>`;
}

function renderDriftFilters(causes: readonly Cause[]): Markup {
  const rows = causes.flatMap((cause) => cause.rows);
  const options = causes.map(({ id, title }) => [id, title.replaceAll('`', '')] as const);
  const sections = [...new Set(rows.map(({ section }) => section))].sort();
  const operations = [...new Set(rows.flatMap((row) => findBlamedOperation(row) ?? []))].sort();
  return html`<div class="filters line" id="drift-filters" hidden>
    <label class="search"
      >Search <input type="search" name="q" autocomplete="off" spellcheck="false" /><kbd
        >/</kbd
      ></label
    >
    ${sections.length > 1 && selectField('Section', sections)}
    ${operations.length > 1 && selectField('Operation', operations)}
    ${causes.length > 1 && selectField('Cause', options)}
    <p class="soft tally" role="status" id="drift-tally"></p>
  </div>`;
}

const dotKinds = { new: 'drifts', known: 'known', advice: 'known' } as const;

function renderCauseItem({ id, title, rows, kind, operations }: Cause): Markup {
  const findDistinction = createDistinctionFinder(rows);
  return html`<section data-cause="${id}">
    <h3>
      <a href="#cause-${id}"
        ><span class="dot ${dotKinds[kind]}" aria-hidden="true"></span>${markCode(title)}</a
      >
      <span class="soft">${rows.length}</span>
    </h3>
    <ol class="plain">
      ${rows.map(
        (row) =>
          html`<li>
            <a href="#drift-${row.fingerprint}" data-drift="${row.fingerprint}">
              ${row.requirement}
              ${operations.length > 1 && html`<i class="soft">${findBlamedOperation(row)}</i>`}
              <span>${formatShortSides(row)}</span>${findDistinction(row)}</a
            >
          </li>`,
      )}
    </ol>
  </section>`;
}

interface CausePosition {
  readonly isFirst: boolean;
  readonly isOnly: boolean;
}

function renderCauseDetails(
  cause: Cause,
  { isFirst, isOnly }: CausePosition,
  context: CardContext,
): Markup {
  const { id, title, rows, operations } = cause;
  const facts = [
    ...describeCounts(rows),
    formatCount(rows.length, 'drift'),
    ...(operations.length === 0 ? [] : [operations.join(', ')]),
  ];
  const findDistinction = createDistinctionFinder(rows);
  return html`<section
    class="cause"
    id="cause-${id}"
    data-cause="${id}"
    aria-labelledby="cause-title-${id}"
  >
    <h3 id="cause-title-${id}">
      ${!isOnly && html`<span class="unseen">Cause: </span>`}${markCode(title)}
    </h3>
    <p class="soft">${facts.join(' · ')}</p>
    ${rows.map((row, index) => {
      const card = renderDriftCard(row, context);
      const summary = renderDriftSummary(row, findDistinction(row));
      // Only the first drift of the first cause is open, because a phone shows all causes one after the other.
      return html`<details
        class="panel drift"
        ${isFirst && index === 0 && 'open'}
        data-drift="${row.fingerprint}"
        data-section="${row.section}"
        data-operation="${findBlamedOperation(row) ?? ''}"
      >
        ${summary} ${index === 0 ? card : deferredPart(card)}
      </details>`;
    })}
  </section>`;
}

/** Returns a function that finds what distinguishes a drift from others with the same requirement, operation and values. */
function createDistinctionFinder(rows: readonly FindingRow[]): (row: FindingRow) => Content {
  const describe = (row: FindingRow): string =>
    `${row.requirement} ${row.operation} ${formatShortSides(row)}`;
  const groups = groupBy(rows, describe);
  return (row) => {
    const others = groups.get(describe(row))?.filter((other) => other !== row) ?? [];
    if (others.length === 0) return undefined;
    const hasOwnSentence = others.every(({ sentence }) => sentence !== row.sentence);
    const distinction = hasOwnSentence ? describeTest(row) : (row.pointer ?? row.fingerprint);
    return html`<span>${truncate(toPlainText(distinction), 80)}</span>`;
  };
}

function renderDriftSummary(row: FindingRow, distinction: Content): Markup {
  const label = row.level === 'should' ? 'advice' : row.verdict === 'known' ? 'accepted' : 'drift';
  return html`<summary class="line">
    ${verdictMark(label, label === 'drift' ? 'drifts' : 'known')}
    <span class="id">${row.requirement}</span>
    <span>${findBlamedOperation(row)}</span>
    <span class="short">${formatShortSides(row)}</span>
    ${distinction}
    <span class="says">${markCode(row.says)}</span>
  </summary>`;
}
