/** Small pieces that every part of a page shares: verdicts, sentences, times, ids, tables, commands to copy, and parts that are drawn later. */
import { html, type Content, type Markup } from './markup.ts';

/** A verdict as a word in its colour; the style draws the sign before it. */
export function verdictMark(word: string, kind = word): Markup {
  return html`<span class="verdict ${kind}">${word}</span>`;
}

/** A requirement's id, leading to its row in the matrix. */
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

/** An element to unfold. */
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

/** Milliseconds as a person reads them. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/** A share of a whole as a bar; the text next to it says what it means. */
export function bar(share: number): Markup {
  const width = Math.max(0, Math.min(100, 100 * share));
  return html`<svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
    <rect class="rest" width="100" height="6" />
    <rect class="part" width="${width.toFixed(2)}" height="6" />
  </svg>`;
}

/**
 * Keeps a part as text while scripts run, because thousands of elements take a phone long to draw.
 * script/elements.ts draws it when its fold is opened. Without scripts, a browser draws it immediately.
 */
export function deferred(inside: Content): Markup {
  return html`<noscript class="later">${inside}</noscript>`;
}

/** Returns a sentence with its code marked as code. */
export function markCode(text: string): Content {
  return text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part));
}

/** @param kind the style's names for it, such as `grid words` */
export function table(kind: string, heads: readonly string[], rows: Content): Markup {
  return html`<table class="${kind}">
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

/** A select field with the option `all` first. An option shows its value or a text of its own. */
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
