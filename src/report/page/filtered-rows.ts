/** Renders rows in a collapsible section for each area, with a search field and filters. */
import { formatCount, getArea, groupBy } from '../wording/index.ts';
import { deferredPart, markCode, verdictMark, table } from './pieces.ts';
import { html, type Content, type Markup } from './markup.ts';

export interface FilteredPart {
  readonly note?: Content;
  /** The headings of the columns; the first is that of the row's id. */
  readonly heads: readonly string[];
  readonly rows: readonly FilteredRow[];
}

export interface FilteredRow {
  readonly id: string;
  /** The values by which the row can be filtered: verdicts, and `differs` in a comparison. */
  readonly kinds: readonly string[];
  readonly sentence?: string;
  readonly section?: string;
  readonly afterId?: Content;
  readonly details?: Content;
  readonly cells: readonly Content[];
}

const kindOrder = ['drifts', 'known', 'errored', 'unproven', 'conforms', 'observed', 'differs'];

/** Returns a search field, a button for each kind, and the rows by area. The page's script filters them. */
export function renderFilteredRows(part: FilteredPart): Markup {
  const { note, rows } = part;
  const kinds = kindOrder.filter((kind) => rows.some((row) => row.kinds.includes(kind)));
  const areas = [...groupBy(rows, ({ id }) => getArea(id))];
  return html`<div data-filtered>
    ${note !== undefined && html`<p class="note">${note}</p>`}
    <div class="filters">
      <label>Search <input type="search" autocomplete="off" spellcheck="false" /></label>
      <div role="group" aria-label="Show only">${kinds.map(renderKindToggle)}</div>
      <p class="tally" role="status">${rows.length} in ${formatCount(areas.length, 'area')}</p>
    </div>
    ${areas.map(([area, areaRows]) => renderArea(area, areaRows, part.heads))}
  </div>`;
}

function renderKindToggle(kind: string): Markup {
  return html`<button type="button" class="toggle" aria-pressed="false" data-kind="${kind}">
    ${verdictMark(kind)}
  </button>`;
}

/** Returns the collapsible section of an area. A browser does not lay out its rows until it is opened. */
function renderArea(area: string, rows: readonly FilteredRow[], heads: readonly string[]): Markup {
  const counts = kindOrder.flatMap((kind) => {
    const count = rows.filter((row) => row.kinds.includes(kind)).length;
    return count === 0 ? [] : [html`<span><b>${count}</b> ${verdictMark(kind)}</span>`];
  });
  return html`<details class="area" data-area>
    <summary>
      <h3>${area}</h3>
      ${counts}
    </summary>
    ${deferredPart(table(heads.length > 2 ? 'matrix several' : 'matrix', heads, rows.map(renderRow)))}
  </details>`;
}

function renderRow(row: FilteredRow): Markup {
  const { id, kinds, sentence, section, afterId, details, cells } = row;
  return html`<tr id="${id}" data-kinds="${kinds.join(' ')}" tabindex="-1">
    <th scope="row">
      <a class="id" href="#${id}">${id}</a
      >${afterId}${section !== undefined && html`<span class="section">${section}</span>`}
      ${sentence !== undefined && html`<p>${markCode(sentence)}</p>`} ${details}
    </th>
    ${cells.map((cell) => html`<td>${cell}</td>`)}
  </tr>`;
}
