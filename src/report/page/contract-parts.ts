/** Renders the parts of the contract that a run did not check. */
import type { UnprovenPart } from '../../contract/parts/index.ts';
import { html, type Content, type Markup } from '../../design/markup.ts';
import { foldedPanel, rowList } from '../../design/pieces.ts';
import type { Report } from '../record/index.ts';
import {
  describeContractCoverage,
  formatCount,
  groupBy,
  selectChangedParts,
} from '../wording/index.ts';

/** The list of unproven parts by reason, new and changed ones first; undefined if there are none. */
export function renderUnprovenParts(report: Report): Content {
  const { unproven = [] } = report.contract;
  if (unproven.length === 0) return undefined;
  const changed = selectChangedParts(report);
  const others = unproven.filter(({ differs }) => differs !== true);
  const changedTitle = `${formatCount(changed.length, 'part')} that this version's contract does not have, or has otherwise`;
  return html`<p class="note">${describeContractCoverage(report)}.</p>
    ${changed.length > 0 && renderGroup(changedTitle, changed)}
    ${[...groupBy(others, ({ reason }) => reason)].map(([reason, rows]) => renderGroup(`${rows.length} ${reason}`, rows))}`;
}

function renderGroup(title: string, rows: readonly UnprovenPart[]): Markup {
  const list = rows.map(
    ({ part, reason, pointer, differs }) =>
      html`${part}${differs === true && `: ${reason}`} <code>${pointer}</code>`,
  );
  return foldedPanel(title, rowList(list));
}
