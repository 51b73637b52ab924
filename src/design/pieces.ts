/** Small elements that pages share, such as verdicts, tables, commands to copy and collapsible sections. */
import { html, type Content, type Markup } from './markup.ts';

/** A verdict in its colour; the style adds a sign before it. */
export function verdictMark(word: string, kind = word): Markup {
  return html`<span class="badge verdict ${kind}">${word}</span>`;
}

/** A command on a separate line, with a button that copies it. */
export function command(label: string, text: string): Markup {
  return html`<div class="command">
    <span class="label soft">${label}</span>${renderCopiedText(label, text)}
  </div>`;
}

/** Several lines of text with a button that copies them. */
export function textToCopy(label: string, text: string): Markup {
  return html`<div class="command block">${renderCopiedText(label, text)}</div>`;
}

function renderCopiedText(label: string, text: string): Markup {
  return html`<code tabindex="0">${text}</code
    ><button type="button" class="copy" aria-label="Copy ${label}">Copy</button>`;
}

/** A collapsible section with a title, closed at first. */
export function foldedDetails(title: Content, inside: Content): Markup {
  return html`<details class="fold">
    <summary>${title}</summary>
    ${inside}
  </details>`;
}

/**
 * A collapsible panel, which is drawn when it is opened, because thousands of elements are slow on a
 * phone. Without scripts, a browser draws it immediately.
 */
export function foldedPanel(title: Content, inside: Content): Markup {
  return html`<details class="panel group">
    <summary>${title}</summary>
    ${deferredPart(inside)}
  </details>`;
}

/** A part of a collapsible section that is drawn when the section is opened. */
export function deferredPart(inside: Content): Markup {
  return html`<noscript class="later">${inside}</noscript>`;
}

/** A list with a line between its rows. */
export function rowList(rows: readonly Content[]): Markup {
  return html`<ul class="plain rows">
    ${rows.map((row) => html`<li>${row}</li>`)}
  </ul>`;
}

/** Returns a sentence with its code marked as code. */
export function markCode(text: string): Content {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}

/**
 * A table with one row of headings.
 * @param classes its CSS classes, such as `grid`
 */
export function table(classes: string, heads: readonly string[], rows: Content): Markup {
  return html`<table class="${classes}">
    <thead>
      <tr>
        ${heads.map((head) => html`<th scope="col">${head}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}

/** A row of a table; its first cell names it. */
export function tableRow([name, ...cells]: readonly Content[]): Markup {
  return html`<tr>
    <th scope="row">${name}</th>
    ${cells.map((cell) => html`<td>${cell}</td>`)}
  </tr>`;
}

/** A table that scrolls within itself if it is wide, also by keyboard. */
export function wideTable(
  label: string,
  heads: readonly string[],
  rows: readonly (readonly Content[])[],
): Markup {
  return html`<div class="wide" role="region" aria-label="${label}, table" tabindex="0">
    ${table('grid', heads, rows.map(tableRow))}
  </div>`;
}

/** A select field with `all` as the first option. An option shows its value, or the text next to it. */
export function selectField(
  label: string,
  values: readonly (string | number | readonly [value: string, text: string])[],
): Markup {
  return html`<label
    >${label}
    <select name="${label.toLowerCase()}">
      <option value="">all</option>
      ${values.map((option) => {
        const [value, text] = typeof option === 'object' ? option : [option, option];
        return html`<option value="${value}">${text}</option>`;
      })}
    </select></label
  >`;
}
