/** Formats JSON values in each language, with short lists and objects on one line. */
import { isArray, isObject, type Json } from '../../contract/json-pointer.ts';

/** How a language writes values. */
export interface Notation {
  readonly indent: string;
  /** True if the last item has a comma when each item has its own line. */
  readonly trailingComma: boolean;
  readonly key: (name: string) => string;
  readonly text: (value: string) => string;
  readonly word: (value: boolean | number | null) => string;
  /** Formats an environment variable. In a value it is written as `$NAME`. */
  readonly variable: (name: string) => string;
}

export const json: Notation = {
  indent: '  ',
  trailingComma: false,
  key: JSON.stringify,
  text: JSON.stringify,
  word: String,
  variable: (name) => `"$${name}"`,
};

export const javaScript: Notation = {
  indent: '  ',
  trailingComma: true,
  key: (name) => name,
  text: (value) => `'${value.replaceAll("'", "\\'")}'`,
  word: String,
  variable: (name) => name,
};

const pythonWords = new Map<unknown, string>([
  [true, 'True'],
  [false, 'False'],
  [null, 'None'],
]);

export const python: Notation = {
  ...json,
  indent: '    ',
  trailingComma: true,
  word: (value) => pythonWords.get(value) ?? String(value),
  variable: (name) => `environ["${name}"]`,
};

const maxLineLength = 64;

/** Formats a value in a notation. All lines after the first start with `indent`. */
export function formatLiteral(value: Json, notation: Notation, indent = ''): string {
  if (typeof value === 'string') {
    const variable = /^\$([A-Z0-9_]+)$/.exec(value)?.[1];
    return variable === undefined ? notation.text(value) : notation.variable(variable);
  }
  const itemIndent = indent + notation.indent;
  const write = (item: Json) => formatLiteral(item, notation, itemIndent);
  if (isArray(value)) return enclose(['[', ']'], value.map(write), { notation, indent });
  if (!isObject(value)) return notation.word(value);
  const parts = Object.entries(value).map(([key, item]) => `${notation.key(key)}: ${write(item)}`);
  return enclose(['{', '}'], parts, { notation, indent });
}

function enclose(
  [open, close]: readonly [string, string],
  parts: readonly string[],
  { notation, indent }: { readonly notation: Notation; readonly indent: string },
): string {
  const oneLine = parts.join(', ');
  const padding = open === '{' && oneLine !== '' ? ' ' : '';
  if (oneLine.length < maxLineLength && !oneLine.includes('\n'))
    return open + padding + oneLine + padding + close;
  const lines = parts.map((part) => `${indent}${notation.indent}${part}`).join(',\n');
  return `${open}\n${lines}${notation.trailingComma ? ',' : ''}\n${indent}${close}`;
}
