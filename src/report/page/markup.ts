/** HTML as tagged templates: values are escaped unless they are markup. */

const content = Symbol('markup');

/** HTML that is written as it is; only `html` and `trusted` make it. */
export interface Markup {
  readonly [content]: string;
}

/** The values that a template accepts: nothing, text, a number, markup, or a list of these. */
export type Content = Markup | string | number | undefined | false | readonly Content[];

/** Markup with every inserted value escaped. */
export function html(texts: TemplateStringsArray, ...values: readonly Content[]): Markup {
  const parts = texts.map(
    (text, index) => text + (index < values.length ? renderContent(values[index]) : ''),
  );
  return trustHtml(parts.join(''));
}

/** Text that is known to be HTML: our own style, our own script. */
export function trustHtml(text: string): Markup {
  return { [content]: text };
}

/** The HTML as text. */
export function toText(markup: Markup): string {
  return markup[content];
}

/** Text made safe between tags and inside quoted attributes. */
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
