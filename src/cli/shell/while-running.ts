/** Ctrl-C as an AbortSignal: the first one asks for an orderly end, a later one ends the process immediately. And a line on stderr that is overwritten. */
import type { Shell } from './shell.ts';

/** Milliseconds: a terminal and npm may both pass one Ctrl-C on. */
const duplicateWindow = 300;

export interface Interruption {
  readonly signal: AbortSignal;
  /** Resolves at the first Ctrl-C. */
  readonly pressed: Promise<void>;
  readonly release: () => void;
}

/**
 * Listens for the length of a run.
 * @param message the message at the first Ctrl-C
 * @param endNow what a second, separate Ctrl-C does
 */
export function listenForInterrupt(
  shell: Shell,
  message: string,
  endNow: () => void = () => process.exit(130),
): Interruption {
  const controller = new AbortController();
  let firstAt: number | undefined;
  const release = shell.onInterrupt(() => {
    if (firstAt === undefined) {
      firstAt = performance.now();
      shell.err(`\n${message}\n`);
      controller.abort();
    } else if (performance.now() - firstAt > duplicateWindow) endNow();
  });
  const { signal } = controller;
  const pressed = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  return { signal, pressed, release };
}

export interface LiveLine {
  readonly show: (text: string) => void;
  readonly end: () => void;
}

const clearLine = '\r\u001B[2K';
/** Milliseconds between two updates, to avoid flicker. */
const updateInterval = 80;

/** Makes one; silent if stderr is not a terminal. */
export function createLiveLine(shell: Shell): LiveLine {
  const { isTerminal, width } = shell.errTerminal;
  if (!isTerminal) return { show: () => undefined, end: () => undefined };
  let updatedAt = Number.NEGATIVE_INFINITY;
  return {
    show: (text) => {
      const now = performance.now();
      if (now - updatedAt < updateInterval) return;
      updatedAt = now;
      shell.err(clearLine + text.slice(0, width - 1));
    },
    end: () => shell.err(clearLine),
  };
}
