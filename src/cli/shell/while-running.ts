/** Handles Ctrl-C during a command, and shows a live line on stderr. */
import { once } from 'node:events';
import type { Shell } from './shell.ts';

/** Two interrupts within these milliseconds are one Ctrl-C, because a terminal and npm may both forward it. */
const duplicateInterval = 300;

/**
 * Listens for Ctrl-C. The first one aborts the signal and resolves `interrupted`, a second one ends the process.
 * @param message the message at the first Ctrl-C
 * @param endNow is called at the second Ctrl-C
 */
export function listenForInterrupt(
  shell: Shell,
  message: string,
  endNow: () => void = () => process.exit(130),
) {
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
  const interrupted = once(signal, 'abort');
  return { signal, interrupted, release };
}

const clearLine = '\r\u001B[2K';
/** The minimum of milliseconds between two updates, to avoid flicker. */
const minUpdateInterval = 80;

/** Creates a live line. It prints nothing if stderr is not a terminal. */
export function createLiveLine({ err, errTerminal: { isTerminal, width } }: Shell) {
  let updatedAt = Number.NEGATIVE_INFINITY;
  return {
    show: (text: string): void => {
      const now = performance.now();
      if (!isTerminal || now - updatedAt < minUpdateInterval) return;
      updatedAt = now;
      err(clearLine + text.slice(0, width - 1));
    },
    end: (): void => {
      if (isTerminal) err(clearLine);
    },
  };
}
