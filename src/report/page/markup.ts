/** HTML as tagged templates: values are escaped unless they are markup. */

const proof = Symbol('markup');

/** HTML that is written as it is; only `html` and `trusted` make it. */
export interface Markup {
  readonly [proof]: string;
}

/** The values that a template accepts: nothing, text, a number, markup, or a list of these. */
export type Content = Markup | string | number | undefined | false | readonly Content[];

/** Markup with every inserted value escaped. */
export function html(texts: TemplateStringsArray, ...holes: readonly Content[]): Markup {
  const parts = texts.map(
    (text, index) => text + (index < holes.length ? write(holes[index]) : ''),
  );
  return trusted(parts.join(''));
}

/** Text that is known to be HTML: our own style, our own script. */
export function trusted(text: string): Markup {
  return { [proof]: text };
}

/** The HTML as text. */
export function textOf(markup: Markup): string {
  return markup[proof];
}

/** Text made safe between tags and inside quoted attributes. */
function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, '\uFFFD');
}

function write(hole: Content): string {
  if (hole === undefined || hole === false) return '';
  if (typeof hole === 'string') return escaped(hole);
  if (typeof hole === 'number') return String(hole);
  return isList(hole) ? hole.map(write).join('') : textOf(hole);
}

function isList(hole: Markup | readonly Content[]): hole is readonly Content[] {
  return Array.isArray(hole);
}
