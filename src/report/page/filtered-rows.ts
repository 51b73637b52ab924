/** A part of a page whose rows are folded area by area, and can be searched and filtered. */
import { formatCount, groupBy } from '../wording/index.ts';
import { deferred, markCode, verdictMark, table } from './pieces.ts';
import { html, type Content, type Markup } from './markup.ts';

export interface FilteredPart {
  readonly note?: Content;
  /** The heads of the columns, the first for the row itself. */
  readonly heads: readonly string[];
  readonly rows: readonly FilteredRow[];
}

export interface FilteredRow {
  readonly id: string;
  /** By which it can be filtered: verdicts, and `differs` in a comparison. */
  readonly kinds: readonly string[];
  readonly says?: string;
  readonly section?: string;
  readonly afterId?: Content;
  readonly details?: Content;
  readonly cells: readonly Content[];
}

/** Every kind, the worst first. */
const kindOrder = ['drifts', 'known', 'errored', 'unproven', 'conforms', 'observed', 'differs'];

/** Returns the rows with their filters. */
export function filteredRows(part: FilteredPart): Markup {
  const { note, rows } = part;
  const kinds = kindOrder.filter((kind) => rows.some((row) => row.kinds.includes(kind)));
  const areas = [...groupBy(rows, getArea)];
  return html`<div data-filtered>
    ${note !== undefined && html`<p class="note">${note}</p>`}
    <div class="filters">
      <label>Search <input type="search" autocomplete="off" spellcheck="false" /></label>
      <div role="group" aria-label="Show only">${kinds.map(kindToggle)}</div>
      <p class="tally" role="status">${rows.length} in ${formatCount(areas.length, 'area')}</p>
    </div>
    ${areas.map(([area, areaRows]) => foldedArea(area, areaRows, part.heads))}
  </div>`;
}

function kindToggle(kind: string): Markup {
  return html`<button type="button" class="toggle" aria-pressed="false" data-kind="${kind}">
    ${verdictMark(kind)}
  </button>`;
}

/** The order is that of the rows, which is the ledger's and so the document's. */
function getArea({ id }: FilteredRow): string {
  return id.split('.')[0] ?? id;
}

/** Folded, because a browser neither lays out nor paints the rows until the area is opened. */
function foldedArea(area: string, rows: readonly FilteredRow[], heads: readonly string[]): Markup {
  const counts = kindOrder.flatMap((kind) => {
    const times = rows.filter((row) => row.kinds.includes(kind)).length;
    return times === 0 ? [] : [html`<span><b>${times}</b> ${verdictMark(kind)}</span>`];
  });
  return html`<details class="area" data-area>
    <summary>
      <h3>${area}</h3>
      ${counts}
    </summary>
    ${deferred(table(heads.length > 2 ? 'matrix several' : 'matrix', heads, rows.map(tableRow)))}
  </details>`;
}

function tableRow(row: FilteredRow): Markup {
  const { id, kinds, says, section, afterId, details, cells } = row;
  return html`<tr id="${id}" data-kinds="${kinds.join(' ')}" tabindex="-1">
    <th scope="row">
      <a class="id" href="#${id}">${id}</a
      >${afterId}${section !== undefined && html`<span class="section">${section}</span>`}
      ${says !== undefined && html`<p>${markCode(says)}</p>`} ${details}
    </th>
    ${cells.map((cell) => html`<td>${cell}</td>`)}
  </tr>`;
}
