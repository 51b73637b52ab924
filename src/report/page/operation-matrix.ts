/** Which status each operation answered with and how often, which of these the contract has, and how long it took. */
import type { OperationRow } from '../record/index.ts';
import { html, type Content, type Markup } from './markup.ts';
import { table } from './table.ts';
import { bar, scrolling, timeWords } from './verdict-mark.ts';

/** Both tables. */
export function operationMatrix(operations: readonly OperationRow[]): Markup {
  const statuses = [
    ...new Set(
      operations.flatMap((row) => [
        ...row.statuses.map(({ status }) => status),
        ...(row.inContract ?? []),
      ]),
    ),
  ].sort((a, b) => a - b);
  const head = html`<tr>
    <th scope="col">operation</th>
    ${statuses.map((status) => html`<th scope="col">${status}</th>`)}
  </tr>`;
  const body = operations.map(
    (row) =>
      html`<tr>
        <th scope="row"><code>${row.method} ${row.path}</code></th>
        ${statuses.map((status) => cell(row, status))}
      </tr>`,
  );
  return html`<section id="operations" aria-labelledby="operations-title">
    <h2 id="operations-title">Operations and statuses</h2>
    <p class="note">
      <span class="verdict drifts">n</span> came, though the contract does not have it;
      <span class="faint">0</span> is in the contract and never came.
    </p>
    ${scrolling(
      'Operations and statuses',
      html`<table class="grid">
        <thead>
          ${head}
        </thead>
        <tbody>
          ${body}
        </tbody>
      </table>`,
    )}
    ${timings(operations)}
  </section>`;
}

function cell({ statuses, inContract = [] }: OperationRow, status: number): Markup {
  const seen = statuses.find((one) => one.status === status);
  if (seen === undefined) {
    return inContract.includes(status)
      ? html`<td><span class="faint">0</span></td>`
      : html`<td><span class="unseen">not in the contract</span></td>`;
  }
  if (seen.documented) return html`<td>${seen.times}</td>`;
  return html`<td>
    <span class="verdict drifts"
      >${seen.times}<span class="unseen"> not in the contract</span></span
    >
  </td>`;
}

function timings(operations: readonly OperationRow[]): Content {
  const timed = operations.flatMap(({ timing, ...row }) => (timing ? [{ ...row, timing }] : []));
  if (timed.length === 0) return undefined;
  const longest = Math.max(...timed.map(({ timing }) => timing.p95), 1);
  const rows = timed.map(
    ({ operation, calls, timing }) =>
      html`<tr>
        <th scope="row">${operation}</th>
        <td>${calls}</td>
        <td>${timeWords(timing.median)}</td>
        <td>${timeWords(timing.p95)}${bar(timing.p95 / longest)}</td>
        <td>${timeWords(timing.longest)}</td>
      </tr>`,
  );
  return html`<h3 id="timing">Timing</h3>
    ${scrolling(
      'Timing',
      table('grid', ['operation', 'calls', 'median', '95 of 100 within', 'longest'], rows),
    )}`;
}
