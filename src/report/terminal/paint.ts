/** Colours and wraps text for a terminal. */
import { stripVTControlCharacters, styleText } from 'node:util';

export interface Screen {
  /** The number of columns, to which lines are wrapped. */
  readonly width: number;
  readonly colour: boolean;
}

export type TextStyle = 'red' | 'green' | 'yellow' | 'bold' | 'dim';

export function paint({ colour }: Screen, style: TextStyle, text: string): string {
  return colour ? styleText(style, text, { validateStream: false }) : text;
}

/** In characters. Shorter lines would be harder to read than lines that the terminal wraps itself. */
const minLineLength = 16;

/** Wraps text at spaces into lines of at most `width`; a longer word is split. */
export function wrap(text: string, width: number): string[] {
  const lineLength = Math.max(width, minLineLength);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/ +/).flatMap((part) => splitWord(part, lineLength))) {
    if (line === '') line = word;
    else if (line.length + 1 + word.length <= lineLength) line += ` ${word}`;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

/** Returns the parts of a word; an empty word has one empty part. */
function splitWord(word: string, lineLength: number): string[] {
  const parts: string[] = [];
  for (let start = 0; start < word.length || start === 0; start += lineLength)
    parts.push(word.slice(start, start + lineLength));
  return parts;
}

/** Wraps text after a prefix; further lines are indented as far as the prefix is wide. */
export function hangingLines(prefix: string, text: string, width: number): string[] {
  const indent = ' '.repeat(stripVTControlCharacters(prefix).length);
  return wrap(text, width).map((line, index) => `${index === 0 ? prefix : indent}${line}`);
}

/** The columns of a label, with the indent before it. */
export const labelWidth = 15;

/** Formats a label and text, with further lines of the text aligned below the first. */
export function formatLabelled(screen: Screen, label: string, text: string): string[] {
  const [first = '', ...rest] = wrap(text, screen.width - labelWidth);
  const further = rest.map((line) => ' '.repeat(labelWidth) + line);
  return [formatLabelledLine(screen, label, first), ...further];
}

/** Formats a label and text on one line of any length, so that a command can be copied. */
export function formatLabelledLine(screen: Screen, label: string, text: string): string {
  return `    ${paint(screen, 'dim', label.padEnd(labelWidth - 4))}${text}`;
}

/** Counts the rows that lines take on a terminal, which wraps long ones. */
export function countRows(lines: readonly string[], { width }: Screen): number {
  const counts = lines.map((line) => Math.ceil(stripVTControlCharacters(line).length / width));
  return counts.reduce((sum, count) => sum + Math.max(1, count), 0);
}
