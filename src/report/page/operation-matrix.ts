/** The statuses that each operation answered with, those it never answered with, and how long it took. */
import type { OperationRow, Report } from '../record/index.ts';
import { findWrongStatus } from '../triage/index.ts';
import { html, type Content, type Markup } from './markup.ts';
import { table, bar, formatDuration } from './pieces.ts';

/** Returns the table. */
export function operationMatrix({ operations, findings }: Report): Markup {
  const slowest = Math.max(1, ...operations.map(({ timing }) => timing?.p95 ?? 0));
  const rows = operations.map(
    (row) =>
      html`<tr>
        <th scope="row"><b>${row.operation}</b> <code>${row.method} ${row.path}</code></th>
        <td>
          <span class="cell-label">Statuses</span
          >${statusChips(row, findDriftingStatuses(row, findings))}
        </td>
        <td class="times">${timingCell(row, slowest)}</td>
      </tr>`,
  );
  return html`<p class="note">
      How often each status occurred. <span class="status-chip drifting">red</span> is the status of
      a drift, * is not in the contract, and <span class="status-chip never">dashed</span> is in the
      contract and never occurred.
    </p>
    ${table('stacking', ['operation', 'statuses', 'median and 95th percentile'], rows)}`;
}

/** A status that the contract does not list may be permitted where the document is silent. */
function findDriftingStatuses(
  { operation }: OperationRow,
  findings: Report['findings'],
): Set<number> {
  return new Set(
    findings
      .filter((row) => row.operation === operation)
      .flatMap((row) => findWrongStatus(row)?.actual ?? []),
  );
}

function statusChips(
  { statuses, inContract = [] }: OperationRow,
  drifting: ReadonlySet<number>,
): Markup {
  const unreceived = inContract.filter(
    (status) => !statuses.some((entry) => entry.status === status),
  );
  const statusRows = [
    ...statuses.map(({ status, times: number, documented }) => ({ status, number, documented })),
    ...unreceived.map((status) => ({ status, number: 0, documented: true })),
  ].sort((a, b) => a.status - b.status);
  return html`<ul class="chips">
    ${statusRows.map(({ status, number, documented }) => {
      if (number === 0)
        return html`<li class="status-chip never">
          ${status}<span class="unseen"> never occurred</span>
        </li>`;
      return html`<li class="status-chip ${drifting.has(status) && 'drifting'}">
        ${status}${!documented && html`<span aria-hidden="true">*</span>`}
        <b>×${number}</b
        >${!documented && html`<span class="unseen"> not in the contract</span>`}${drifting.has(status) && html`<span class="unseen"> drifts</span>`}
      </li>`;
    })}
  </ul>`;
}

function timingCell({ timing, calls }: OperationRow, slowest: number): Content {
  if (timing === undefined) return calls === 0 ? 'never called' : '';
  const { median, p95, longest } = timing;
  return html`${formatDuration(median)}, ${formatDuration(p95)}
    <span class="when">longest ${formatDuration(longest)}</span>${bar(p95 / slowest)}`;
}
