/** Small elements that all pages share, such as verdicts, tables, commands to copy and collapsible sections. */
import { html, type Content, type Markup } from './markup.ts';

/** A verdict in its colour; the style adds a sign before it. */
export function verdictMark(word: string, kind = word): Markup {
  return html`<span class="verdict ${kind}">${word}</span>`;
}

/** A requirement's id with a link to its row. */
export function requirementLink(id: string): Markup {
  return html`<a class="id" href="#${id}">${id}</a>`;
}

/** A command on a separate line, with a button that copies it. */
export function command(label: string, text: string): Markup {
  return html`<div class="command">
    <span class="label">${label}</span><code tabindex="0">${text}</code
    ><button type="button" class="copy" aria-label="Copy ${label}">Copy</button>
  </div>`;
}

/** A collapsible section with a title, closed at first. */
export function foldedDetails(title: Content, inside: Content): Markup {
  return html`<details>
    <summary>${title}</summary>
    ${inside}
  </details>`;
}

/** A wide element that scrolls within itself, also by keyboard. */
export function scrollRegion(label: string, inside: Content): Markup {
  return html`<div class="wide" role="region" aria-label="${label}, table" tabindex="0">
    ${inside}
  </div>`;
}

/** Formats milliseconds for people: `3.2 s`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/** A bar for a share from 0 to 1, hidden from screen readers. */
export function bar(share: number): Markup {
  const width = Math.max(0, Math.min(100, 100 * share));
  return html`<svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
    <rect class="rest" width="100" height="6" />
    <rect class="part" width="${width.toFixed(2)}" height="6" />
  </svg>`;
}

/**
 * A part of a collapsible section that is drawn when the section is opened (script/elements.ts), because
 * thousands of elements are slow on a phone. Without scripts, a browser draws it immediately.
 */
export function deferredPart(inside: Content): Markup {
  return html`<noscript class="later">${inside}</noscript>`;
}

/** Returns a sentence with its code marked as code. */
export function markCode(text: string): Content {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}

/**
 * A table with one row of headings.
 * @param classes its CSS classes, such as `grid words`
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
