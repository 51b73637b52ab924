/** A table with column heads, for every part of a page. */
import { html, type Content, type Markup } from './markup.ts';

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
