/** Renders pages of sections, and rows in a section for each area, with a search field and filters. */
import { readFileSync } from 'node:fs';
import {
  html,
  type Content,
  type Markup,
  deferredPart,
  markCode,
  table,
  verdictMark,
} from '../../design/pieces.ts';
import { formatCount, getArea, groupBy } from '../wording/index.ts';
import { renderPage, type Page, type PageLink } from '../../design/page-frame.ts';
import { pageScript } from '../../generated/page-script.ts';

export interface FilteredRow {
  readonly id: string;
  /** The values by which the row can be filtered: verdicts, and `differs` in a comparison. */
  readonly kinds: readonly string[];
  readonly says: string;
  readonly section: string;
  readonly afterId?: Content;
  readonly details?: Content;
  readonly cells: readonly Content[];
}

const kindOrder = ['drifts', 'known', 'errored', 'unproven', 'conforms', 'observed', 'differs'];

/**
 * Returns a search field, a button for each kind, and the rows by area. The page's script filters them.
 * @param heads the headings of the columns; the first is that of the row's id
 */
export function renderFilteredRows(
  note: string,
  heads: readonly string[],
  rows: readonly FilteredRow[],
): Markup {
  const areas = [...groupBy(rows, ({ id }) => getArea(id))];
  return html`<div data-filtered>
    <p class="note">${note}</p>
    <div class="filters line">
      <label>Search <input type="search" autocomplete="off" spellcheck="false" /></label>
      <div class="line" role="group" aria-label="Show only">
        ${countKinds(rows).map(
          ([kind]) =>
            html`<button type="button" class="toggle" aria-pressed="false" data-kind="${kind}">
              ${verdictMark(kind)}
            </button>`,
        )}
      </div>
      <p class="soft tally" role="status">${rows.length} in ${formatCount(areas.length, 'area')}</p>
    </div>
    ${areas.map(([area, areaRows]) => renderArea(area, areaRows, heads))}
  </div>`;
}

/** Returns the number of rows of each kind that occurs. */
function countKinds(rows: readonly FilteredRow[]): (readonly [kind: string, count: number])[] {
  return kindOrder
    .map((kind) => [kind, rows.filter((row) => row.kinds.includes(kind)).length] as const)
    .filter(([, count]) => count > 0);
}

/** Returns the collapsible section of an area. A browser does not lay out its rows until it is opened. */
function renderArea(area: string, rows: readonly FilteredRow[], heads: readonly string[]): Markup {
  const classes = heads.length > 2 ? 'matrix several' : 'matrix';
  return html`<details class="area" data-area>
    <summary class="line">
      <h3>${area}</h3>
      ${countKinds(rows).map(([kind, count]) => html`<span>${count} ${verdictMark(kind)}</span>`)}
    </summary>
    ${deferredPart(table(classes, heads, rows.map(renderRow)))}
  </details>`;
}

function renderRow({ id, kinds, says, section, afterId, details, cells }: FilteredRow): Markup {
  return html`<tr id="${id}" data-kinds="${kinds.join(' ')}" tabindex="-1">
    <th scope="row">
      <a class="id" href="#${id}">${id}</a> ${afterId} <span class="soft">${section}</span>
      <p>${markCode(says)}</p>
      ${details}
    </th>
    ${cells.map((cell) => html`<td>${cell}</td>`)}
  </tr>`;
}

interface SectionPage extends Pick<Page, 'title' | 'description' | 'band'> {
  /** The sections; those without a body are left out. */
  readonly sections: readonly Section[];
}

export interface Section extends PageLink {
  /** The heading; by default the name. */
  readonly title?: string;
  readonly body: Content;
}

export function renderSectionPage({ sections, ...page }: SectionPage): string {
  const links = sections.filter(({ body }) => body !== undefined && body !== false);
  return renderPage({
    ...page,
    links,
    main: html`${links.map(renderSection)}`,
    style: readPageStyle(),
    script: pageScript,
  });
}

function renderSection({ id, name, title = name, body }: Section): Markup {
  return html`<section id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${title}</h2>
    ${body}
  </section>`;
}

/** Returns the style of verdicts, tables and drifts. */
export function readPageStyle(): string {
  const names = ['report.css', 'drifts.css'];
  return names
    .map((name) => readFileSync(new URL(`style/${name}`, import.meta.url), 'utf8'))
    .join('\n');
}
