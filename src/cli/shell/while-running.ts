/** Handles Ctrl-C (the first stops the command in order, a second one ends the process) and shows a live line on stderr. */
import type { Shell } from './shell.ts';

/** Milliseconds. A terminal and npm may both forward one Ctrl-C. */
const duplicateWindow = 300;

export interface Interruption {
  readonly signal: AbortSignal;
  /** Resolves at the first Ctrl-C. */
  readonly pressed: Promise<void>;
  readonly release: () => void;
}

/**
 * Listens for Ctrl-C during a command.
 * @param message the message at the first Ctrl-C
 * @param endNow called at a second, separate Ctrl-C
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

/** Creates a live line; silent if stderr is not a terminal. */
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
