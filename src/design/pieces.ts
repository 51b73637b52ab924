/** HTML as tagged templates that escape values, and small elements that pages share, such as verdicts and tables. */

const content = Symbol('markup');

/** HTML that is written unescaped; only `html` and `trustHtml` create it. */
export interface Markup {
  readonly [content]: string;
}

/** The values that a template accepts: nothing, text, a number, markup, or a list of these. */
export type Content = Markup | string | number | undefined | false | readonly Content[];

/** Returns markup in which every inserted value is escaped, except markup. */
export function html(texts: TemplateStringsArray, ...values: readonly Content[]): Markup {
  const parts = texts.map(
    (text, index) => text + (index < values.length ? renderContent(values[index]) : ''),
  );
  return trustHtml(parts.join(''));
}

/** Returns text as markup. It must be known HTML, such as our own style and script. */
export function trustHtml(text: string): Markup {
  return { [content]: text };
}

/** Returns markup as text. */
export function toText(markup: Markup): string {
  return markup[content];
}

/** Escapes text for use between tags and inside quoted attributes. */
function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, '\uFFFD');
}

function renderContent(value: Content): string {
  if (value === undefined || value === false) return '';
  if (typeof value === 'string') return escapeHtml(value);
  if (typeof value === 'number') return String(value);
  return isList(value) ? value.map(renderContent).join('') : toText(value);
}

function isList(value: Markup | readonly Content[]): value is readonly Content[] {
  return Array.isArray(value);
}

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
