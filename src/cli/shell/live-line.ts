/** One line on stderr that is overwritten: only on a terminal, and removed at the end. */
import type { Shell } from './shell.ts';

export interface LiveLine {
  readonly show: (text: string) => void;
  /** Removes it permanently. */
  readonly end: () => void;
}

const clear = '\r\u001B[2K';
/** Milliseconds between two updates, to avoid flicker. */
const pause = 80;

/** Makes one; silent if stderr is not a terminal. */
export function liveLine(shell: Shell): LiveLine {
  const { isTerminal, width } = shell.errTerminal;
  if (!isTerminal) return { show: () => undefined, end: () => undefined };
  let painted = Number.NEGATIVE_INFINITY;
  return {
    show: (text) => {
      const now = performance.now();
      if (now - painted < pause) return;
      painted = now;
      shell.err(clear + text.slice(0, width - 1));
    },
    end: () => shell.err(clear),
  };
}
