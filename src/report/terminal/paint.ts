/** Colour, wrapping and cleaning of text for a terminal of a given width. */

export interface Screen {
  /** Columns; lines are wrapped to it. */
  readonly width: number;
  readonly colour: boolean;
}

export type Tint = 'red' | 'green' | 'yellow' | 'bold' | 'dim';

const codes: Readonly<Record<Tint, readonly [number, number]>> = {
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  bold: [1, 22],
  dim: [2, 22],
};

/** Tints a text where the screen has colour. */
export function paint(screen: Screen, tint: Tint, text: string): string {
  const [on, off] = codes[tint];
  return screen.colour ? `\u001B[${on}m${text}\u001B[${off}m` : text;
}

/** Breaks a text at spaces into lines of at most `width`; a longer word is broken where it must. */
export function wrap(text: string, width: number): string[] {
  const room = Math.max(width, 16);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/ +/).flatMap((part) => pieces(part, room))) {
    if (line === '') line = word;
    else if (line.length + 1 + word.length <= room) line += ` ${word}`;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

function pieces(word: string, room: number): string[] {
  const parts: string[] = [];
  for (let at = 0; at < word.length || at === 0; at += room) parts.push(word.slice(at, at + room));
  return parts;
}

const indent = 15;

/** A text under a label, its further lines aligned below its first. */
export function labelled(screen: Screen, label: string, text: string): string[] {
  const [first = '', ...rest] = wrap(text, screen.width - indent);
  return [verbatim(screen, label, first), ...rest.map((line) => ' '.repeat(indent) + line)];
}

/** The same on one line, however long: a command must survive being copied. */
export function verbatim(screen: Screen, label: string, text: string): string {
  return `    ${paint(screen, 'dim', label.padEnd(indent - 4))}${text}`;
}

/** How many rows of a terminal lines take: one that is longer than the screen goes on below. */
export function rowsOf(lines: readonly string[], { width }: Screen): number {
  return lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(bare(line).length / width)), 0);
}

function bare(line: string): string {
  // oxlint-disable-next-line no-control-regex -- what paint put there
  return line.replace(/\u001B\[\d+m/g, '');
}
