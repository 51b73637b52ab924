/** Commands as processes of their own, with what they print and how much memory they take. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

export interface RunningCommand {
  readonly pid: number;
  /** Everything printed so far. */
  readonly said: () => string;
  /** Waits until the pattern matches what was printed; returns its first group. */
  readonly until: (pattern: RegExp) => Promise<string>;
  /** Sends SIGINT; returns the exit code. */
  readonly end: () => Promise<number | null>;
}

/** Starts `bookdist` with these arguments. */
export function startCommand(args: readonly string[]): RunningCommand {
  const child = spawn(process.execPath, ['--import', 'tsx', main, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stdout.on('data', (text) => (said += String(text)));
  child.stderr.on('data', (text) => (said += String(text)));
  return {
    pid: child.pid ?? 0,
    said: () => said,
    until: async (pattern) => waitFor(pattern, () => said),
    end: async () => endChild(child),
  };
}

async function waitFor(pattern: RegExp, said: () => string): Promise<string> {
  const latest = performance.now() + 60_000;
  while (performance.now() < latest) {
    const found = pattern.exec(said());
    if (found) return found[1] ?? found[0];
    await pause(5);
  }
  throw new Error(`${String(pattern)} was not printed. The command printed:\n${said()}`);
}

async function endChild(child: ChildProcess): Promise<number | null> {
  child.kill('SIGINT');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
}

/** Returns the ids of the processes that a process started; Linux only. */
export function childrenOf(pid: number): number[] {
  const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return listed === '' ? [] : listed.split(' ').map(Number);
}

/** Returns the memory that a process holds now, in MB; Linux only. */
export function memoryOf(pid: number): number {
  const [, kilobytes = '0'] =
    /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}
