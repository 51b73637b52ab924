/** Reads the texts of query parameters. */
import type { Json } from '../json-pointer.ts';

const plainForms: Readonly<Record<string, RegExp>> = {
  integer: /^(0|-?[1-9]\d*)$/,
  number: /^-?(0|[1-9]\d*)(\.\d+)?$/,
  boolean: /^(true|false)$/,
};

/**
 * Returns the number or boolean that a text plainly writes, if the schema wants one, and otherwise the text.
 * @param type the `type` of the parameter's schema
 */
export function parseParameter(text: string, type: Json | undefined): unknown {
  const isPlain = typeof type === 'string' && plainForms[type]?.test(text) === true;
  return isPlain ? JSON.parse(text) : text;
}
