/** Writes JSON values in each language as a person would: short lists and objects on one line. */
import { isArray, isObject, type Json } from '../../contract/json-pointer.ts';

export interface Notation {
  readonly indent: string;
  /** True if the last of several lines also has a comma. */
  readonly lastComma: boolean;
  readonly key: (name: string) => string;
  readonly text: (value: string) => string;
  readonly word: (value: boolean | number | null) => string;
  /** Writes a value from the environment. */
  readonly variable: (name: string) => string;
}

export const json: Notation = {
  indent: '  ',
  lastComma: false,
  key: (name) => JSON.stringify(name),
  text: (value) => JSON.stringify(value),
  word: String,
  variable: (name) => `"$${name}"`,
};

export const javaScript: Notation = {
  indent: '  ',
  lastComma: true,
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
  indent: '    ',
  lastComma: true,
  key: (name) => JSON.stringify(name),
  text: (value) => JSON.stringify(value),
  word: (value) => pythonWords.get(value) ?? String(value),
  variable: (name) => `environ["${name}"]`,
};

const widest = 64;

/** Writes a value in a notation; `inside` indents the lines after the first. */
export function literal(value: Json, notation: Notation, inside = ''): string {
  if (typeof value === 'string') {
    const variable = /^\$([A-Z0-9_]+)$/.exec(value)?.[1];
    return variable === undefined ? notation.text(value) : notation.variable(variable);
  }
  const deeper = inside + notation.indent;
  const write = (item: Json) => literal(item, notation, deeper);
  if (isArray(value)) return enclose(['[', ']'], value.map(write), { notation, inside });
  if (!isObject(value)) return notation.word(value);
  const parts = Object.entries(value).map(([key, item]) => `${notation.key(key)}: ${write(item)}`);
  return enclose(['{', '}'], parts, { notation, inside });
}

function enclose(
  [open, close]: readonly [string, string],
  parts: readonly string[],
  { notation, inside }: { readonly notation: Notation; readonly inside: string },
): string {
  const short = parts.join(', ');
  const padding = open === '{' && short !== '' ? ' ' : '';
  if (short.length < widest && !short.includes('\n'))
    return open + padding + short + padding + close;
  const lines = parts.map((part) => `${inside}${notation.indent}${part}`).join(',\n');
  return `${open}\n${lines}${notation.lastComma ? ',' : ''}\n${inside}${close}`;
}
