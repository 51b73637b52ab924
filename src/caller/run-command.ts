/** Runs the command of a program, and ends it with all the processes that it started. */
import { spawn, type ChildProcess } from 'node:child_process';
import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

export interface CommandRun {
  /** The exit code; null if a signal ended the program. */
  readonly exitCode: number | null;
  /** True if the program did not end within the limit. */
  readonly isHung: boolean;
  readonly tookMs: number;
  /** The end of what the program wrote to stdout and stderr. */
  readonly output: string;
}

export interface CommandSettings {
  readonly command: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  readonly folder: string | undefined;
  readonly limitMs: number;
  /** Ends the program early. */
  readonly signal: AbortSignal;
}

/** Thrown if the command cannot be started. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart';
}

/** In characters; more does not help to find a mistake. */
const maxOutputLength = 4_000;

/**
 * Runs a command to its end, or for as long as the limit permits.
 * @throws CannotStart if there is no such program
 */
export async function runCommand(settings: CommandSettings): Promise<CommandRun> {
  const { command, variables, folder, limitMs, signal } = settings;
  const [file = '', ...args] = command;
  const startedAt = performance.now();
  const child = spawn(file, args, {
    cwd: folder,
    // oxlint-disable-next-line node/no-process-env -- the program inherits the whole environment
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that the processes that the program starts can be ended with it.
    detached: true,
  });
  const output = collectEnd(child);
  // Node may emit `close` in the same turn as `exit`, so we listen before we wait for the exit.
  const closed = new Promise((resolve) => child.once('close', resolve));
  let isHung = false;
  const end = (): void => endGroup(child, 'SIGKILL');
  const timer = setTimeout(() => {
    isHung = true;
    end();
  }, limitMs);
  // Node warns about the eleventh listener, but any number of runs share the signal.
  setMaxListeners(0, signal);
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  try {
    const exitCode = await waitForExit(child, file);
    const tookMs = performance.now() - startedAt;
    // Ends background processes of the program, which would keep its output open.
    end();
    await Promise.race([closed, pause(500)]);
    return { exitCode, isHung, tookMs, output: output() };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
}

async function waitForExit(child: ChildProcess, file: string): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', ({ message }) => {
      reject(new CannotStart(`${file} cannot be started: ${message}.`));
    });
    child.once('exit', resolve);
  });
}

/** Ends a process with its group. The group may have ended already. */
export function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // Windows has no process groups, and an empty group does not exist.
    child.kill(signal);
  }
}

/** Collects the last characters that a process writes to stdout and stderr. Returns a function that returns them. */
export function collectEnd({ stdout, stderr }: ChildProcess): () => string {
  let text = '';
  for (const stream of [stdout, stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text = (text + chunk).slice(-maxOutputLength);
    });
  }
  return () => text;
}
