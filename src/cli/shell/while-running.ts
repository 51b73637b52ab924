/** Handles Ctrl-C during a command, and shows a live line on stderr. */
import type { Shell } from './shell.ts';

/** Two interrupts within these milliseconds are one Ctrl-C, because a terminal and npm may both forward it. */
const duplicateInterval = 300;

export interface Interruption {
  readonly signal: AbortSignal;
  /** Resolves at the first Ctrl-C. */
  readonly interrupted: Promise<void>;
  readonly release: () => void;
}

/**
 * Listens for Ctrl-C. The first one aborts the signal, a second one ends the process.
 * @param message the message at the first Ctrl-C
 * @param endNow is called at the second Ctrl-C
 */
export function listenForInterrupt(
  shell: Shell,
  message: string,
  endNow: () => void = () => process.exit(130),
): Interruption {
  const controller = new AbortController();
  let firstInterruptAt: number | undefined;
  const release = shell.onInterrupt(() => {
    if (firstInterruptAt === undefined) {
      firstInterruptAt = performance.now();
      shell.err(`\n${message}\n`);
      controller.abort();
    } else if (performance.now() - firstInterruptAt > duplicateInterval) endNow();
  });
  const { signal } = controller;
  const interrupted = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  return { signal, interrupted, release };
}

export interface LiveLine {
  readonly show: (text: string) => void;
  readonly end: () => void;
}

const clearLine = '\r\u001B[2K';
/** The minimum of milliseconds between two updates, to avoid flicker. */
const minUpdateInterval = 80;

/** Creates a live line. It prints nothing if stderr is not a terminal. */
export function createLiveLine(shell: Shell): LiveLine {
  const { isTerminal, width } = shell.errTerminal;
  if (!isTerminal) return { show: () => undefined, end: () => undefined };
  let updatedAt = Number.NEGATIVE_INFINITY;
  return {
    show: (text) => {
      const currentTime = performance.now();
      if (currentTime - updatedAt < minUpdateInterval) return;
      updatedAt = currentTime;
      shell.err(clearLine + text.slice(0, width - 1));
    },
    end: () => shell.err(clearLine),
  };
}
