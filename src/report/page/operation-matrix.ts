/** Renders the statuses of each operation, including those that never occurred, and its response times. */
import { html, type Content, type Markup, table, tableRow } from '../../design/pieces.ts';
import type { OperationRow, Report } from '../record/index.ts';
import { findWrongStatus } from '../triage/index.ts';
import { formatDuration } from '../wording/index.ts';

export function renderOperationMatrix({ operations, findings }: Report): Markup {
  const slowest = Math.max(1, ...operations.map(({ timing }) => timing?.p95 ?? 0));
  const rows = operations.map((row) =>
    tableRow([
      html`<b>${row.operation}</b> <code>${row.method} ${row.path}</code>`,
      renderStatuses(row, findDriftingStatuses(row, findings)),
      renderTiming(row, slowest),
    ]),
  );
  return html`<p class="note">
      How often each status occurred. <span class="tag tinted drifts">red</span> is the status of a
      drift, * is not in the contract, and <span class="tag never">dashed</span> is in the contract
      and never occurred.
    </p>
    ${table('stacking', ['operation', 'statuses', 'median and 95th percentile'], rows)}`;
}

/** Returns the statuses of drifts. Other statuses that the contract does not list may be permitted. */
function findDriftingStatuses({ operation }: OperationRow, findings: Report['findings']) {
  const rows = findings.filter((row) => row.operation === operation);
  return new Set(rows.flatMap((row) => findWrongStatus(row)?.actual ?? []));
}

function renderStatuses(
  { statuses, inContract = [] }: OperationRow,
  driftingStatuses: ReadonlySet<number>,
): Markup {
  const seen = new Set(statuses.map(({ status }) => status));
  const missing = inContract.filter((status) => !seen.has(status));
  const statusRows = [
    ...statuses,
    ...missing.map((status) => ({ status, times: 0, documented: true })),
  ].sort((a, b) => a.status - b.status);
  return html`<ul class="plain line chips">
    ${statusRows.map(({ status, times, documented }) => {
      const isDrifting = driftingStatuses.has(status);
      const note = times === 0 ? 'never occurred' : !documented && 'not in the contract';
      return html`<li
        class="tag status-chip ${times === 0 && 'never'} ${isDrifting && 'tinted drifts'}"
      >
        ${status}${!documented && html`<span aria-hidden="true">*</span>`}
        ${times > 0 && html`<b>×${times}</b>`}
        <span class="unseen">${note} ${isDrifting && 'drifts'}</span>
      </li>`;
    })}
  </ul>`;
}

function renderTiming({ timing, calls }: OperationRow, slowest: number): Content {
  if (timing === undefined) return calls === 0 ? 'never called' : '';
  const { median, p95, longest } = timing;
  return html`${formatDuration(median)}, ${formatDuration(p95)}
    <span class="soft">longest ${formatDuration(longest)}</span>
    <svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect width="100" height="6" />
      <rect class="observed" width="${((100 * p95) / slowest).toFixed(2)}" height="6" />
    </svg>`;
}
