/** Parts of a page that a browser draws when a reader opens them. */
import { html, type Content, type Markup } from './markup.ts';

/**
 * Keeps a part as text while scripts run, because thousands of elements take a phone long to draw.
 * script/later.ts draws it when its fold is opened. Without scripts, a browser draws it immediately.
 */
export function later(inside: Content): Markup {
  return html`<noscript class="later">${inside}</noscript>`;
}
