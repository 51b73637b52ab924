/** Text of a recorded request as a word of a shell, with what changes from run to run left open. */

/** A piece of recorded text, and the shell variable that stands for it now. */
export interface Binding {
  readonly text: string;
  readonly variable: string;
}

/** A double-quoted word; every bound piece becomes its variable, everything else stays as it is. */
export function word(text: string, bindings: readonly Binding[]): string {
  return `"${spliced(text, bindings)}"`;
}

function spliced(text: string, bindings: readonly Binding[]): string {
  const found = bindings
    .map((binding) => ({ ...binding, at: text.indexOf(binding.text) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at || b.text.length - a.text.length)[0];
  if (found === undefined) return text.replaceAll(/[\\"$`]/g, '\\$&');
  const { at, text: bound, variable } = found;
  const rest = text.slice(at + bound.length);
  return `${spliced(text.slice(0, at), [])}\${${variable}}${spliced(rest, bindings)}`;
}

/** A line that stays a comment, whatever stands in it. */
export function comment(text: string): string {
  return `# ${text.replaceAll(/[\r\n]+/g, ' ')}`;
}

/** Bytes as formats for printf, 16 to a line: every one in octal, so that no byte is special. */
export function octal(bytes: Uint8Array): string[] {
  const written = [...bytes].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`);
  return Array.from(
    { length: Math.ceil(written.length / 16) },
    (_none, line) => `'${written.slice(line * 16, line * 16 + 16).join('')}'`,
  );
}

/** JSON without the blanks around its signs, as the script's `flat` writes it. */
export function flat(text: string): string {
  return text
    .replaceAll(/\s*([\][{}:,])\s*/g, '$1')
    .replaceAll('\\/', '/')
    .trim();
}

/** What stands behind the nth member of a name in flat text; undefined where there is none. */
export function behind(text: string, name: string, nth: number): string | undefined {
  const rest = text.split(`"${name}":`).slice(nth);
  return rest.length === 0 ? undefined : rest.join(`"${name}":`);
}
