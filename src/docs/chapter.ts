/** A chapter of the docs page: a name in addresses, a title and a text. */

export interface Chapter {
  /** Its part of an address; unique on the page. */
  readonly name: string;
  readonly title: string;
  /** Markdown; its second-level headings become addresses of their own. */
  readonly text: string;
}
