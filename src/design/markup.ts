/** HTML as tagged templates: values are escaped unless they are markup. */

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
