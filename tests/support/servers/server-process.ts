/** Starts and stops servers on free ports, and reads the output of server processes. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Server as HttpServer } from 'node:http';
import { createServer, type Server } from 'node:net';

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

/** Listens on a free port of 127.0.0.1 and returns the port. */
export async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}

/** Stops a server and ends its connections. */
export async function stop(server: HttpServer): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

/** Returns a free port, for servers that cannot choose one themselves. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  server.close();
  await once(server, 'close');
  return port;
}
