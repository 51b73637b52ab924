/** Reads the output of a server process, and ends the process. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

export interface ServerProcess {
  readonly pid: number;
  /** Returns the output so far. */
  readonly log: () => string;
  /**
   * Waits until the output matches, and returns the first group or the whole match.
   * @throws Error with the output if the process ends before that
   */
  readonly until: (pattern: RegExp) => Promise<string>;
  /** Sends a signal (default: SIGTERM) and returns the exit code, or null if the signal ended the process. */
  readonly end: (signal?: NodeJS.Signals) => Promise<number | null>;
}

/** The address that a server prints when it listens. */
export const addressPattern = /https?:\/\/[\w.:[\]-]+/;

export function watchProcess(child: ChildProcess): ServerProcess {
  let log = '';
  let isOpen = true;
  for (const output of [child.stdout, child.stderr]) {
    output?.setEncoding('utf8').on('data', (text: string) => (log += text));
  }
  child.once('close', () => (isOpen = false));
  return {
    pid: child.pid ?? 0,
    log: () => log,
    until: async (pattern) => {
      for (;;) {
        const ended = !isOpen;
        const match = pattern.exec(log);
        if (match) return match[1] ?? match[0];
        if (ended) throw new Error(`A process ended with ${child.exitCode}. It printed:\n${log}`);
        await pause(5);
      }
    },
    end: async (signal = 'SIGTERM') => {
      child.kill(signal);
      if (isOpen) await once(child, 'close');
      return child.exitCode;
    },
  };
}
