/** Colour and wrapping of text for a terminal of a given width. */
import { stripVTControlCharacters, styleText } from 'node:util';

export interface Screen {
  /** Columns; lines are wrapped to it. */
  readonly width: number;
  readonly colour: boolean;
}

export type Colour = 'red' | 'green' | 'yellow' | 'bold' | 'dim';

/** Colours a string if the screen has colour. */
export function paint({ colour }: Screen, style: Colour, text: string): string {
  return colour ? styleText(style, text, { validateStream: false }) : text;
}

/** Wraps text at spaces into lines of at most `width`; a longer word is split. */
export function wrap(text: string, width: number): string[] {
  const room = Math.max(width, 16);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/ +/).flatMap((part) => splitWord(part, room))) {
    if (line === '') line = word;
    else if (line.length + 1 + word.length <= room) line += ` ${word}`;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

function splitWord(word: string, room: number): string[] {
  const parts: string[] = [];
  for (let at = 0; at < word.length || at === 0; at += room) parts.push(word.slice(at, at + room));
  return parts;
}

const labelWidth = 15;

/** Formats text after a label, with further lines aligned below the first. */
export function labelledLines(screen: Screen, label: string, text: string): string[] {
  const [first = '', ...rest] = wrap(text, screen.width - labelWidth);
  return [labelledLine(screen, label, first), ...rest.map((line) => ' '.repeat(labelWidth) + line)];
}

/** Formats text after a label on one line of any length, so that a command can be copied. */
export function labelledLine(screen: Screen, label: string, text: string): string {
  return `    ${paint(screen, 'dim', label.padEnd(labelWidth - 4))}${text}`;
}

/** Returns how many rows of a terminal the lines take, with wrapping. */
export function countRows(lines: readonly string[], { width }: Screen): number {
  return lines.reduce(
    (sum, line) => sum + Math.max(1, Math.ceil(stripVTControlCharacters(line).length / width)),
    0,
  );
}
