/** The statuses that each operation answered with, those it never answered with, and how long it took. */
import type { OperationRow } from '../record/index.ts';
import { html, type Content, type Markup } from './markup.ts';
import { table } from './table.ts';
import { bar, timeWords } from './verdict-mark.ts';

/** Returns the section. */
export function operationMatrix(operations: readonly OperationRow[]): Markup {
  const slowest = Math.max(1, ...operations.map(({ timing }) => timing?.p95 ?? 0));
  const rows = operations.map(
    (row) =>
      html`<tr>
        <th scope="row"><b>${row.operation}</b> <code>${row.method} ${row.path}</code></th>
        <td><span class="cell-label">Statuses</span>${statuses(row)}</td>
        <td class="times">${times(row, slowest)}</td>
      </tr>`,
  );
  return html`<section id="operations" aria-labelledby="operations-title">
    <h2 id="operations-title">Operations</h2>
    <p class="note">
      <span class="status-chip undocumented">418 ×1</span> is not in the contract;
      <span class="status-chip never">404</span> is in the contract and never occurred.
    </p>
    ${table('stacking', ['operation', 'statuses', 'median and 95th percentile'], rows)}
  </section>`;
}

function statuses({ statuses: seen, inContract = [] }: OperationRow): Markup {
  const never = inContract.filter((status) => !seen.some((one) => one.status === status));
  const all = [
    ...seen.map(({ status, times: number, documented }) => ({ status, number, documented })),
    ...never.map((status) => ({ status, number: 0, documented: true })),
  ].sort((one, other) => one.status - other.status);
  return html`<ul class="chips">
    ${all.map(({ status, number, documented }) => {
      if (number === 0)
        return html`<li class="status-chip never">
          ${status}<span class="unseen"> never occurred</span>
        </li>`;
      return documented
        ? html`<li class="status-chip">${status} <b>×${number}</b></li>`
        : html`<li class="status-chip undocumented">
            ${status} <b>×${number}</b><span class="unseen"> not in the contract</span>
          </li>`;
    })}
  </ul>`;
}

function times({ timing, calls }: OperationRow, slowest: number): Content {
  if (timing === undefined) return calls === 0 ? 'never called' : '';
  const { median, p95, longest } = timing;
  return html`${timeWords(median)}, ${timeWords(p95)}
    <span class="when">longest ${timeWords(longest)}</span>${bar(p95 / slowest)}`;
}
