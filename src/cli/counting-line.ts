/** A live line that counts what is done: on a terminal only, and gone at the end. */
import type { Shell } from './shell.ts';

const clearLine = '\r\u001B[2K';

export interface CountingLine {
  readonly next: (what: string) => void;
  readonly end: () => void;
}

/** Makes one; silent where stderr is no terminal. */
export function countingLine(shell: Shell, all: number, noun: string): CountingLine {
  if (!shell.errTerminal.isTerminal) return { next: () => undefined, end: () => undefined };
  let done = 0;
  return {
    next: (what) => {
      done += 1;
      const line = `${done}/${all} ${noun}  ${what}`;
      shell.err(clearLine + line.slice(0, shell.errTerminal.width - 1));
    },
    end: () => shell.err(clearLine),
  };
}
