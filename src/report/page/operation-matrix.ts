/** Renders the statuses of each operation, including those that never occurred, and its response times. */
import type { OperationRow, Report } from '../record/index.ts';
import { findWrongStatus } from '../triage/index.ts';
import { html, type Content, type Markup } from './markup.ts';
import { table, bar, formatDuration } from './pieces.ts';

export function renderOperationMatrix({ operations, findings }: Report): Markup {
  const slowest = Math.max(1, ...operations.map(({ timing }) => timing?.p95 ?? 0));
  const rows = operations.map(
    (row) =>
      html`<tr>
        <th scope="row"><b>${row.operation}</b> <code>${row.method} ${row.path}</code></th>
        <td>
          <span class="cell-label">Statuses</span
          >${renderStatusChips(row, findDriftingStatuses(row, findings))}
        </td>
        <td class="times">${renderTimingCell(row, slowest)}</td>
      </tr>`,
  );
  return html`<p class="note">
      How often each status occurred. <span class="status-chip drifting">red</span> is the status of
      a drift, * is not in the contract, and <span class="status-chip never">dashed</span> is in the
      contract and never occurred.
    </p>
    ${table('stacking', ['operation', 'statuses', 'median and 95th percentile'], rows)}`;
}

/** Returns the statuses of drifts. Other statuses that the contract does not list may be permitted. */
function findDriftingStatuses({ operation }: OperationRow, findings: Report['findings']) {
  const rows = findings.filter((row) => row.operation === operation);
  return new Set(rows.flatMap((row) => findWrongStatus(row)?.actual ?? []));
}

function renderStatusChips(
  { statuses, inContract = [] }: OperationRow,
  driftingStatuses: ReadonlySet<number>,
): Markup {
  const seen = new Set(statuses.map(({ status }) => status));
  const missing = inContract.filter((status) => !seen.has(status));
  const statusRows = [
    ...statuses,
    ...missing.map((status) => ({ status, times: 0, documented: true })),
  ].sort((a, b) => a.status - b.status);
  return html`<ul class="chips">
    ${statusRows.map(({ status, times, documented }) => {
      if (times === 0)
        return html`<li class="status-chip never">
          ${status}<span class="unseen"> never occurred</span>
        </li>`;
      return html`<li class="status-chip ${driftingStatuses.has(status) && 'drifting'}">
        ${status}${!documented && html`<span aria-hidden="true">*</span>`}
        <b>×${times}</b
        >${!documented && html`<span class="unseen"> not in the contract</span>`}${driftingStatuses.has(status) && html`<span class="unseen"> drifts</span>`}
      </li>`;
    })}
  </ul>`;
}

function renderTimingCell({ timing, calls }: OperationRow, slowest: number): Content {
  if (timing === undefined) return calls === 0 ? 'never called' : '';
  const { median, p95, longest } = timing;
  return html`${formatDuration(median)}, ${formatDuration(p95)}
    <span class="when">longest ${formatDuration(longest)}</span>${bar(p95 / slowest)}`;
}
