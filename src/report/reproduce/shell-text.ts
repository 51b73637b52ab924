/** Quotes recorded text for a POSIX shell. */

/** Recorded text that differs in every run, and the shell variable that holds the current value. */
export interface Binding {
  readonly text: string;
  readonly variable: string;
}

/** Returns a double-quoted string in which each bound text is replaced by its variable. */
export function doubleQuote(text: string, bindings: readonly Binding[]): string {
  return `"${insertVariables(text, bindings)}"`;
}

function insertVariables(text: string, bindings: readonly Binding[]): string {
  const found = bindings
    .map((binding) => ({ ...binding, at: text.indexOf(binding.text) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at || b.text.length - a.text.length)[0];
  if (found === undefined) return text.replaceAll(/[\\"$`]/g, '\\$&');
  const { at, text: bound, variable } = found;
  const before = insertVariables(text.slice(0, at), []);
  return `${before}\${${variable}}${insertVariables(text.slice(at + bound.length), bindings)}`;
}

/** Returns a single-quoted string on one line. */
export function singleQuote(text: string): string {
  return `'${text.replaceAll(/\s+/g, ' ').replaceAll("'", "'\\''")}'`;
}

/** Returns a comment on one line. */
export function comment(text: string): string {
  return `# ${text.replaceAll(/[\r\n]+/g, ' ')}`.trimEnd();
}

/** Returns arguments of printf that write these bytes, 16 to a line, each in octal. */
export function octal(bytes: Uint8Array): string[] {
  const escapes = [...bytes].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`);
  return Array.from(
    { length: Math.ceil(escapes.length / 16) },
    (_none, line) => `'${escapes.slice(line * 16, line * 16 + 16).join('')}'`,
  );
}
