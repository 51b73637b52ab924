/** Commands as processes of their own, with what they print and how much memory they take. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { watchProcess, type Running } from '../servers/running.ts';

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

/** Starts `bookdist` with these arguments. */
export function startCommand(args: readonly string[]): Running {
  const command = ['--import', 'tsx', main, ...args];
  return watchProcess(spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'pipe'] }));
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
